import { type DataOf, eventType } from '../event-type.js';
import { integer, oneOf, optional, optoutListId, reference, text, time } from '../shapes.js';

const preparationId = reference('The preparation');
const subject = '`preparationId` of the preparation';

export const suppressionRequested = eventType(
  'suppression-requested',
  { description: "A mailer's suppression file is to be made.", subject },
  {
    preparationId,
    optoutListId: optoutListId('The list'),
    format: oneOf(['plain', 'md5', 'sha512'], 'Form of the entries'),
    campaignName: text('Name of the campaign; it goes into the names of the files'),
    since: optional(time('A delta: only what came in after this watermark (RFC 3339, microseconds)')),
    requestedAt: time('When'),
  },
);
export type SuppressionRequested = DataOf<typeof suppressionRequested>;

export const suppressionReady = eventType(
  'suppression-ready',
  { description: 'The suppression file stands, or could not be made.', subject },
  {
    preparationId,
    status: oneOf(['ready', 'failed'], 'How it ended'),
    errorCode: optional(text('Why it failed, for machines')),
    help: optional(text('Why it failed, in words')),
    objectKey: optional(reference('Key of the ZIP in the storage')),
    fileName: optional(text('Name of the ZIP')),
    watermark: optional(time('Pass it as `since` of the next delta (RFC 3339, microseconds)')),
    entryCount: optional(integer('Entries of the file')),
    expiresAt: optional(time('When the ZIP goes away')),
  },
);
export type SuppressionReady = DataOf<typeof suppressionReady>;
