import { MailerError } from '../mailer.error.js';

export const fileTooLarge = (limitBytes: number) =>
  new MailerError(413, 'request_too_large', 'Request too large', `A mailing list has at most ${limitBytes} bytes.`);

export const tooManyUploads = () =>
  new MailerError(503, 'server_error', 'Too many lists are being sent at the moment.', 'Try again in a few minutes.');

export const uploadStalled = () =>
  new MailerError(408, 'invalid_file', 'The file did not arrive.', 'Nothing came for too long. Send it again.');
