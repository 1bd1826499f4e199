import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Metrics } from '#observability';

export const SERVICE_NAME = Symbol('name of the service');

/** For Prometheus. Like health it is reached at the door itself: the gateway and the ingress have no way to it. */
@ApiExcludeController()
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    @Inject(SERVICE_NAME) private readonly service: string,
  ) {}

  @Get()
  text(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    reply.type(this.metrics.contentType);
    return this.metrics.text(this.service);
  }
}
