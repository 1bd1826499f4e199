import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { ImportView } from './engine/index.js';

export class UploadStatusDto {
  @ApiProperty({ enum: ['running', 'success', 'failed', 'removed'] })
  status: ImportView['status'];

  @ApiPropertyOptional({ description: 'How it ended, in words; of success and failed only' })
  message?: string;

  @ApiPropertyOptional({ description: 'Seconds since the whole file was there; the upload itself is not in it' })
  elapsedSeconds?: number;

  @ApiPropertyOptional({
    type: 'integer',
    description: 'Opt-outs that the list did not have; of success and failed only',
  })
  addedCount?: number;

  @ApiPropertyOptional({ type: 'integer', description: 'Lines that are no opt-outs; of success and failed only' })
  malformedCount?: number;

  @ApiPropertyOptional({ type: 'integer', description: 'Lines that are not blank; of success and failed only' })
  submittedCount?: number;

  static of(view: ImportView): UploadStatusDto {
    const { status, elapsedSeconds, message, addedCount = 0, malformedCount = 0, submittedCount = 0 } = view;
    const ended = status === 'success' || status === 'failed';
    return {
      status,
      ...(ended && { message }),
      ...(elapsedSeconds !== undefined && { elapsedSeconds: Math.round(elapsedSeconds * 1_000) / 1_000 }),
      ...(ended && { addedCount, malformedCount, submittedCount }),
    };
  }
}
