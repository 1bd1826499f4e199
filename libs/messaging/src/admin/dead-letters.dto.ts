import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray } from 'class-validator';
import { EachItem, Optional, QueryInteger } from '#http';

export class DeadLetterQueueDto {
  @ApiProperty({ example: 'optout.download' })
  queue: string;

  @ApiProperty({ type: 'integer' })
  count: number;
}

export class DeadLetterQueuesDto {
  @ApiProperty({ type: [DeadLetterQueueDto] })
  data: DeadLetterQueueDto[];
}

export class DeadLetterDto {
  @ApiProperty({ description: "The event's id" })
  id: string;

  @ApiPropertyOptional({ description: 'Kind of the event' })
  type?: string;

  @ApiProperty({ description: 'Why it was given up' })
  reason: string;

  @ApiProperty({ type: 'integer', description: 'Times that a handler has failed at it' })
  attempts: number;

  @ApiPropertyOptional({ format: 'date-time' })
  failedAt?: string;

  @ApiProperty({ description: 'As it came; it may hold addresses' })
  body: string;
}

export class DeadLettersDto {
  @ApiProperty({ type: [DeadLetterDto], description: 'Oldest first' })
  data: DeadLetterDto[];
}

export class DeadLettersQueryDto {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 1_000, default: 100 })
  @QueryInteger({ min: 1, max: 1_000 })
  limit?: number;
}

export class RedriveDto {
  @ApiPropertyOptional({ type: [String], description: 'Ids of those to be tried again; all where it is left out' })
  @Optional()
  @IsArray()
  @ArrayMaxSize(1_000)
  @EachItem((item) => (typeof item === 'string' ? undefined : 'must be a text'))
  ids?: string[];
}

export class RedrivenDto {
  @ApiProperty({ type: 'integer', description: 'How many were sent back to their queue' })
  count: number;
}
