import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ObservabilityModule } from '#observability';
import { HealthController } from './health.controller.js';
import { MetricsController, SERVICE_NAME } from './metrics.controller.js';

/** What every door serves besides its own routes. */
@Module({})
export class HttpModule {
  static around(module: DynamicModule | (new () => object), name: string): DynamicModule {
    return {
      module: HttpModule,
      imports: [DiscoveryModule, ObservabilityModule, module],
      controllers: [HealthController, MetricsController],
      providers: [{ provide: SERVICE_NAME, useValue: name }],
    };
  }
}
