import { MailerError } from '../mailer.error.js';

export const downloadNotPrepared = () =>
  new MailerError(
    404,
    'download_not_prepared',
    'This list has not been prepared for download.',
    'Prepare it first, and follow the download_link of the answer. A list that is being prepared will be here soon.',
  );

export const invalidDcma = () =>
  new MailerError(
    404,
    'invalid_dcma',
    'The download token is invalid.',
    'Follow the download_link exactly as prepare gave it. It is good for 24 hours.',
  );
