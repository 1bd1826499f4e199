import { Body, Controller, Get, HttpCode, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdminGuard } from '#auth';
import {
  DeadLetterDto,
  DeadLetterQueuesDto,
  DeadLettersDto,
  DeadLettersQueryDto,
  RedriveDto,
  RedrivenDto,
} from './dead-letters.dto.js';
import { DeadLettersService } from './dead-letters.service.js';

@ApiTags('admin')
@ApiBearerAuth('adminToken')
@UseGuards(AdminGuard)
@Controller('admin/v1/dead-letters')
export class DeadLettersController {
  constructor(private readonly letters: DeadLettersService) {}

  @Get()
  @ApiOperation({ summary: "The service's queues, and how many messages of each were given up" })
  @ApiOkResponse({ type: DeadLetterQueuesDto })
  queues(): Promise<DeadLetterQueuesDto> {
    return this.letters.queues();
  }

  @Get(':queue')
  @ApiOperation({ summary: 'Messages of one queue that were given up' })
  @ApiOkResponse({ type: DeadLettersDto })
  list(@Param('queue') queue: string, @Query() { limit }: DeadLettersQueryDto): Promise<DeadLettersDto> {
    return this.letters.list(queue, limit);
  }

  @Get(':queue/:id')
  @ApiOperation({ summary: 'One of the oldest 1,000 of them' })
  @ApiOkResponse({ type: DeadLetterDto })
  show(@Param('queue') queue: string, @Param('id') id: string): Promise<DeadLetterDto> {
    return this.letters.show(queue, id);
  }

  @Post(':queue/redrive')
  @HttpCode(200)
  @ApiOperation({ summary: 'Have them tried again, as if for the first time' })
  @ApiOkResponse({ type: RedrivenDto })
  redrive(@Param('queue') queue: string, @Body() { ids }: RedriveDto): Promise<RedrivenDto> {
    return this.letters.redrive(queue, ids);
  }
}
