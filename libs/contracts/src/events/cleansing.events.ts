import { type DataOf, eventType } from '../event-type.js';
import { integer, oneOf, optional, optoutListId, reference, text, time } from '../shapes.js';

const preparationId = reference('The preparation');
const subject = '`preparationId` of the preparation';

export const cleansingRequested = eventType(
  'cleansing-requested',
  { description: "A mailer's own mailing list is to be cleansed of those who opted out.", subject },
  {
    preparationId,
    optoutListId: optoutListId('The list of those who opted out'),
    campaignName: text('Name of the campaign; it goes into the names of the files'),
    objectKey: reference('Key of the mailing list in the storage'),
    etag: reference('ETag of that object'),
    requestedAt: time('When'),
  },
);
export type CleansingRequested = DataOf<typeof cleansingRequested>;

export const cleansingReady = eventType(
  'cleansing-ready',
  { description: 'The cleansed mailing list stands, or could not be made. What was sent is gone.', subject },
  {
    preparationId,
    status: oneOf(['ready', 'failed'], 'How it ended'),
    errorCode: optional(text('Why it failed, for machines')),
    help: optional(text('Why it failed, in words')),
    objectKey: optional(reference('Key of the ZIP in the storage')),
    fileName: optional(text('Name of the ZIP')),
    submittedCount: optional(integer('Lines that are not blank')),
    matchedCount: optional(integer('Of them, those of people who opted out')),
    malformedCount: optional(integer('Of them, those that are neither an address nor a hash; they stay in the list')),
    expiresAt: optional(time('When the ZIP goes away')),
  },
);
export type CleansingReady = DataOf<typeof cleansingReady>;
