import { type DynamicModule, Module } from '@nestjs/common';
import { ObservabilityModule } from '#observability';
import { HealthController } from './health.controller.js';

/** What every door serves besides its own routes. */
@Module({})
export class HttpModule {
  static around(module: DynamicModule | (new () => object)): DynamicModule {
    return { module: HttpModule, imports: [ObservabilityModule, module], controllers: [HealthController] };
  }
}
