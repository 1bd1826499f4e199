import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { type Operation, operationKinds, operationStatuses } from './operation.js';

/** Counts of what an operation did that its kind has. */
const counts = ['created', 'updated', 'refused', 'changed'] as const;

export class OperationResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  accountId: string;

  @ApiProperty({ enum: operationKinds })
  kind: string;

  @ApiProperty({ enum: operationStatuses })
  status: string;

  @ApiProperty({ type: 'integer', description: 'Bytes of an import, contacts of the others' })
  done: number;

  @ApiPropertyOptional({ type: 'integer', description: 'Left out until it is known' })
  total?: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: 'created, updated, refused; changed',
  })
  counts: Record<string, number>;

  @ApiPropertyOptional({ description: 'Why it failed' })
  message?: string;

  @ApiProperty({ description: 'Name of the admin token that started it' })
  startedBy: string;

  @ApiProperty({ format: 'date-time' })
  startedAt: string;

  @ApiPropertyOptional({ format: 'date-time' })
  finishedAt?: string;
}

export function operationResponse(operation: Operation): OperationResponse {
  const { id, accountId, kind, status, done, total, progress, message, startedBy, startedAt, finishedAt } = operation;
  return {
    id,
    accountId,
    kind,
    status,
    done,
    ...(total !== null && { total }),
    counts: Object.fromEntries(counts.flatMap((name) => (name in progress ? [[name, progress[name] as number]] : []))),
    ...(message !== null && { message }),
    startedBy,
    startedAt: startedAt.toISOString(),
    ...(finishedAt !== null && { finishedAt: finishedAt.toISOString() }),
  };
}
