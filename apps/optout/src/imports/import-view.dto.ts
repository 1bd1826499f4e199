import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { ImportStage, ImportStatus, ImportView } from './engine/index.js';

export class ImportViewDto {
  @ApiProperty({ format: 'uuid' })
  importReference: string;

  @ApiProperty()
  optoutListId: string;

  @ApiProperty({ format: 'uuid', description: 'Who prepared the upload' })
  userId: string;

  @ApiProperty({ enum: ['running', 'success', 'failed', 'removed'] })
  status: ImportStatus;

  @ApiProperty({
    enum: ['open', 'reading', 'queued', 'storing', 'finished'],
    description: 'open: waiting for the file',
  })
  stage: ImportStage;

  @ApiProperty({ minimum: 0, maximum: 1 })
  progress: number;

  @ApiProperty({ type: 'integer', description: 'Bytes' })
  fileContentLength: number;

  @ApiProperty({ format: 'date-time', description: 'With microseconds' })
  createdAt: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'When the whole file was there' })
  noticedAt?: Date;

  @ApiPropertyOptional({ format: 'date-time' })
  finishedAt?: Date;

  @ApiPropertyOptional()
  elapsedSeconds?: number;

  @ApiPropertyOptional()
  message?: string;

  @ApiPropertyOptional({ type: 'integer' })
  submittedCount?: number;

  @ApiPropertyOptional({ type: 'integer' })
  addedCount?: number;

  @ApiPropertyOptional({ type: 'integer' })
  malformedCount?: number;

  static of({ id, listId, objectKey: _key, urlExpiresAt: _until, ...rest }: ImportView): ImportViewDto {
    return { importReference: id, optoutListId: listId, ...rest };
  }
}

export class ImportViewsDto {
  @ApiProperty({ type: [ImportViewDto] })
  data: ImportViewDto[];
}
