import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { HealthRegistry } from '#observability';

/** For the process's keeper: `live` as long as the process answers, `ready` while all that it needs does too. */
@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(private readonly health: HealthRegistry) {}

  @Get('live')
  live() {
    return { status: 'up' };
  }

  @Get('ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const parts = await this.health.check();
    const ready = Object.values(parts).every((state) => state === 'up');
    reply.status(ready ? 200 : 503);
    return { status: ready ? 'up' : 'down', parts };
  }
}
