import { invalidRequest, notFound, Problem } from '#http';

export function operationInProgress(retryAfterSeconds: number): Problem {
  return new Problem({
    status: 409,
    code: 'operation_in_progress',
    title: 'Conflict',
    detail: 'A bulk contact operation or schema change is running for the account.',
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
}

export function operationNotFound(id: string): Problem {
  return notFound(`There is no operation ${id}.`);
}

export function operationEnded(status: string): Problem {
  return new Problem({
    status: 409,
    code: 'conflict_error',
    title: 'Conflict',
    detail: `The operation has ended: ${status}.`,
  });
}

export function nothingUploaded(): Problem {
  return invalidRequest('Nothing has been uploaded.', [{ pointer: '/upload', detail: 'has no file yet' }]);
}
