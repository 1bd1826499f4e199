import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Metrics } from '#observability';
import { poolOf } from './pool.js';

/** How much of the process's pool of connections is in use. Who has waited for one for 5 s is answered 503. */
@Injectable()
export class PoolMetrics {
  constructor(metrics: Metrics, dataSource: DataSource) {
    const pool = () => poolOf(dataSource);
    metrics.gauge({ name: 'heed_database_pool_connections', help: 'Open connections', labels: ['state'] }, () => {
      const { totalCount, idleCount } = pool();
      return [
        { value: totalCount - idleCount, labels: { state: 'used' } },
        { value: idleCount, labels: { state: 'idle' } },
      ];
    });
    metrics.gauge({ name: 'heed_database_pool_limit', help: 'Most connections that the process opens' }, () => [
      { value: pool().options.max },
    ]);
    metrics.gauge({ name: 'heed_database_pool_waiting', help: 'Who waits for a connection' }, () => [
      { value: pool().waitingCount },
    ]);
  }
}
