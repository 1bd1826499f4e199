import { MailerError } from '../mailer.error.js';

export const invalidToken = () =>
  new MailerError(401, 'invalid_token', 'The token is invalid.', 'Pass the token that you were given as "token".');

export const invalidAccessKey = () =>
  new MailerError(
    404,
    'invalid_access_key',
    'The access key is invalid.',
    'Check the key in the address: there is none like it for this token.',
  );
