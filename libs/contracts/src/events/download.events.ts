import { type DataOf, eventType } from '../event-type.js';
import { oneOf, optoutListId, reference } from '../shapes.js';

const downloadId = reference('The download');
const subject = '`downloadId` of the download';

export const downloadRequested = eventType(
  'download-requested',
  { description: 'A file of a list is to be made.', subject },
  { downloadId },
);
export type DownloadRequested = DataOf<typeof downloadRequested>;

export const downloadReady = eventType(
  'download-ready',
  { description: 'The file stands, or could not be made.', subject },
  { downloadId, optoutListId: optoutListId('The list'), status: oneOf(['ready', 'failed'], 'How it ended') },
);
export type DownloadReady = DataOf<typeof downloadReady>;
