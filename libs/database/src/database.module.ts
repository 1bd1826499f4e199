import { type DynamicModule, Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Backlog, HealthRegistry } from '#observability';
import { type DatabaseOptions, dataSourceOptions } from './data-source-options.js';
import { poolOf } from './pool.js';
import { PoolMetrics } from './pool-metrics.js';
import { PoolWait } from './pool-wait.js';

@Injectable()
class DatabaseHealth implements OnModuleInit {
  constructor(
    private readonly health: HealthRegistry,
    private readonly dataSource: DataSource,
  ) {}

  onModuleInit(): void {
    this.health.add('database', () => this.dataSource.query('SELECT 1'));
  }
}

@Injectable()
class DatabaseBacklog {
  constructor(backlog: Backlog, dataSource: DataSource) {
    const wait = new PoolWait(poolOf(dataSource));
    backlog.add(() => wait.expectedMs());
  }
}

/** The service's data source; it keeps trying for half a minute while the server starts. Migrations are run by the migrate door alone. */
@Module({})
export class DatabaseModule {
  static forRoot(options: DatabaseOptions): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRoot({ ...dataSourceOptions(options), migrations: [], retryAttempts: 10, retryDelay: 3_000 }),
      ],
      providers: [DatabaseBacklog, DatabaseHealth, PoolMetrics],
    };
  }
}
