import type { ProblemCode } from '#contracts';
import { Problem } from '#http';

/** Why an opt-out isn't taken: always 400, told apart by the code. */
const refusal = (code: ProblemCode, title: string, detail: string, pointer?: string) => () =>
  new Problem({ status: 400, code, title, detail, errors: pointer === undefined ? [] : [{ pointer, detail }] });

const LIST = '/optoutListId';

export const invalidToken = refusal('invalid_token', 'Invalid token', 'A valid access token is required.');
export const invalidList = refusal('invalid_list', 'Invalid list', 'There is no list with this id.', LIST);
export const listDisabled = refusal('list_disabled', 'List disabled', 'The list is disabled or was deleted.', LIST);
export const listForbidden = refusal('list_forbidden', 'No access', 'The user has no access to this list.', LIST);
export const listGrouped = refusal('list_grouped', 'Grouped list', 'Grouped lists take no opt-outs.', LIST);
export const listLinked = refusal('list_linked', 'Linked list', 'Linked lists take no opt-outs.', LIST);
export const invalidEmail = refusal('invalid_email', 'Invalid e-mail address', 'Not an e-mail address.', '/email');
export const invalidPhone = refusal('invalid_phone', 'Invalid phone number', 'Not a phone number.', '/sms');
export const smsExpected = refusal('sms_expected', 'Wrong kind of list', 'An SMS list takes `sms`.', '/email');
export const emailExpected = refusal('email_expected', 'Wrong kind of list', 'An e-mail list takes `email`.', '/sms');
