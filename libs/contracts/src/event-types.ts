import { cleansingReady, cleansingRequested } from './events/cleansing.events.js';
import { brandSubscribe, brandUnsubscribe, contactDisabled } from './events/contact.events.js';
import {
  accessChanged,
  directoryComplete,
  directoryRequested,
  optoutListChanged,
  tokensUsed,
} from './events/directory.events.js';
import { downloadReady, downloadRequested } from './events/download.events.js';
import { importFinished, importRangeRequested, importRequested, importSliceRequested } from './events/import.events.js';
import { optoutCollected } from './events/optout.events.js';
import { suppressionReady, suppressionRequested } from './events/suppression.events.js';

/** The whole catalogue; docs/asyncapi is made from it. */
export const eventTypes = [
  brandSubscribe,
  brandUnsubscribe,
  contactDisabled,
  importRequested,
  importRangeRequested,
  importSliceRequested,
  importFinished,
  downloadRequested,
  downloadReady,
  optoutCollected,
  optoutListChanged,
  accessChanged,
  tokensUsed,
  directoryRequested,
  directoryComplete,
  suppressionRequested,
  suppressionReady,
  cleansingRequested,
  cleansingReady,
] as const;
