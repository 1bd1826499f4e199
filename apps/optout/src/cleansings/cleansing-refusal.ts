import { SuppressionRefusal } from '../suppression-files/suppression-refusal.js';

export const notText = (why: string) =>
  new SuppressionRefusal('invalid_file', `The file is not a mailing list: ${why}.`);

export const unknownHash = () =>
  new SuppressionRefusal(
    'invalid_format',
    'The file has hashes of a kind that the list does not have, so nobody could tell whom they stand for. Send addresses, or hashes of the list’s own kind.',
  );

export const mailingGone = () =>
  new SuppressionRefusal('download_failed', 'What was sent is not there any more. Send it again.');
