import { Problem } from '#http';

/** Refusals of a list that a request names: 400 with a `code` that tells them apart, the same as the collect service's. */
function refused(code: string, detail: string): Problem {
  return new Problem({
    status: 400,
    code,
    title: 'Invalid request',
    detail,
    errors: [{ detail, pointer: '/optoutListId' }],
  });
}

export const invalidList = () => refused('invalid_list', 'There is no opt-out list with this id.');
export const listDisabled = () => refused('list_disabled', 'The opt-out list is disabled or deleted.');
export const listGrouped = () => refused('list_grouped', 'A grouped list takes no opt-outs: name one of its members.');
export const listLinked = () =>
  refused('list_linked', 'A linked list takes no opt-outs: name the list that it follows.');
export const listForbidden = () => refused('list_forbidden', 'You have no access to this opt-out list.');
