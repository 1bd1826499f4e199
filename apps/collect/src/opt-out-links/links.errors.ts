import { notFound, Problem } from '#http';

export const unknownLink = () => notFound('There is no such opt-out link.');

export const linkGone = () =>
  new Problem({
    status: 410,
    code: 'not_found_error',
    title: 'Gone',
    detail: 'The list of this opt-out link was deleted.',
  });
