import { ApiProperty } from '@nestjs/swagger';
import type { Download } from './downloads.repository.js';
import type { Selection } from './selection.js';

export class DownloadViewDto {
  @ApiProperty({ format: 'uuid' })
  downloadId: string;

  @ApiProperty()
  optoutListId: string;

  @ApiProperty({ format: 'uuid', description: 'Who asked for it' })
  userId: string;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'Columns and filters' })
  selection: Selection;

  @ApiProperty({ enum: ['preparing', 'ready', 'failed', 'expired'] })
  status: Download['status'];

  @ApiProperty({ type: String, nullable: true, description: 'Why it failed' })
  message: string | null;

  @ApiProperty({ type: 'integer', description: 'Rows written so far' })
  rowCount: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Size of the finished file in bytes' })
  byteCount: number | null;

  @ApiProperty({ format: 'date-time', description: 'With microseconds' })
  createdAt: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  startedAt: Date | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  finishedAt: Date | null;

  @ApiProperty({ format: 'date-time', description: 'When the URL and the file go away' })
  urlExpiresAt: Date;

  static of({ id, listId, objectKey: _key, ...rest }: Download): DownloadViewDto {
    return { downloadId: id, optoutListId: listId, ...rest };
  }
}

export class DownloadViewsDto {
  @ApiProperty({ type: [DownloadViewDto] })
  data: DownloadViewDto[];
}
