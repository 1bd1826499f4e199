import { notFound, Problem } from '#http';

const conflict = (detail: string) => new Problem({ status: 409, code: 'conflict_error', title: 'Conflict', detail });

export const listMissing = () => notFound('There is no such list.');
export const userMissing = () => notFound('There is no such user.');
export const tokenMissing = () => notFound('The user has no such token.');
export const thereAlready = (what: string) => conflict(`There is ${what} with this name or id already.`);
export const listFollowed = (names: string[]) =>
  conflict(`Linked lists follow this one: ${names.join(', ')}. Delete them first.`);
