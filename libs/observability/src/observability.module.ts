import { Global, Module } from '@nestjs/common';
import { HealthRegistry } from './health-registry.js';
import { Metrics } from './metrics.js';

@Global()
@Module({ providers: [HealthRegistry, Metrics], exports: [HealthRegistry, Metrics] })
export class ObservabilityModule {}
