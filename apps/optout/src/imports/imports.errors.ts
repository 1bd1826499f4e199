import { notFound, Problem } from '#http';

export const importMissing = () => notFound('There is no such import.');
export const importRunning = () =>
  new Problem({
    status: 409,
    code: 'conflict_error',
    title: 'Conflict',
    detail: 'The import is still running: it can be removed when it has ended.',
  });
