import { Problem } from '#http';

export function operationInProgress(retryAfterSeconds: number): Problem {
  return new Problem({
    status: 409,
    code: 'operation_in_progress',
    title: 'Conflict',
    detail: 'A bulk contact operation or schema change is running for the account.',
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
}
