import { ApiConflictResponse } from '@nestjs/swagger';

/** 409 of the mutations that wait for an operation to end, for the OpenAPI document. */
export const ApiOperationInProgress = (otherwise?: string) =>
  ApiConflictResponse({
    description: ['operation_in_progress: a bulk operation is running for the account', otherwise]
      .filter(Boolean)
      .join('; '),
    headers: {
      'Retry-After': {
        description: 'With operation_in_progress: seconds to wait',
        schema: { type: 'integer', minimum: 1 },
      },
    },
  });
