import { Global, Module } from '@nestjs/common';
import { Backlog } from './backlog.js';
import { HealthRegistry } from './health-registry.js';
import { Metrics } from './metrics.js';

@Global()
@Module({ providers: [Backlog, HealthRegistry, Metrics], exports: [Backlog, HealthRegistry, Metrics] })
export class ObservabilityModule {}
