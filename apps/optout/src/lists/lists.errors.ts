import type { ProblemCode } from '#contracts';
import { Problem } from '#http';

/** Why a list that a request names can't be used: 400 with a code that tells them apart, the same as the collect service's. */
const refusal = (code: ProblemCode, title: string, detail: string) => () =>
  new Problem({ status: 400, code, title, detail, errors: [{ pointer: '/optoutListId', detail }] });

export const invalidList = refusal('invalid_list', 'Invalid list', 'There is no list with this id.');
export const listDisabled = refusal('list_disabled', 'List disabled', 'The list is disabled or was deleted.');
export const listForbidden = refusal('list_forbidden', 'No access', 'The user has no access to this list.');
export const listGrouped = refusal('list_grouped', 'Grouped list', 'Grouped lists take no opt-outs: name a member.');
export const listLinked = refusal(
  'list_linked',
  'Linked list',
  'Linked lists take no opt-outs: name the list behind it.',
);
