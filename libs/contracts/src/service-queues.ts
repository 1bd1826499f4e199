import type { EventType } from './event-type.js';
import { cleansingReady, cleansingRequested } from './events/cleansing.events.js';
import { brandSubscribe, brandUnsubscribe, contactDisabled } from './events/contact.events.js';
import {
  accessChanged,
  directoryComplete,
  directoryRequested,
  optoutListChanged,
  tokensUsed,
} from './events/directory.events.js';
import { downloadRequested } from './events/download.events.js';
import { importRangeRequested, importRequested, importSliceRequested } from './events/import.events.js';
import { optoutCollected } from './events/optout.events.js';
import { suppressionReady, suppressionRequested } from './events/suppression.events.js';

/** A queue of one of our services. Its name is `<service>.<what for>`. */
export interface ServiceQueue {
  readonly name: string;
  readonly eventType: EventType<unknown>;
}

const queue = (name: string, eventType: EventType<unknown>): ServiceQueue => ({ name, eventType });

/**
 * Who among our services hears what. Whoever publishes makes sure that all of these queues exist, so an event between
 * services can't get lost because its consumer was never started yet; and a worker doesn't start unless it has a
 * handler for each queue of its service. Customers bind queues of their own.
 */
export const serviceQueues: readonly ServiceQueue[] = [
  queue('deploy.webhooks-subscribe', brandSubscribe),
  queue('deploy.webhooks-unsubscribe', brandUnsubscribe),
  queue('deploy.webhooks-disabled', contactDisabled),
  queue('optout.import', importRequested),
  queue('optout.import-range', importRangeRequested),
  queue('optout.import-slice', importSliceRequested),
  queue('optout.download', downloadRequested),
  queue('optout.collected', optoutCollected),
  queue('optout.directory', directoryRequested),
  queue('optout.tokens-used', tokensUsed),
  queue('optout.suppression', suppressionRequested),
  queue('optout.cleansing', cleansingRequested),
  queue('collect.optout-lists', optoutListChanged),
  queue('collect.access', accessChanged),
  queue('collect.directory', directoryComplete),
  queue('mailer.optout-lists', optoutListChanged),
  queue('mailer.directory', directoryComplete),
  queue('mailer.suppression', suppressionReady),
  queue('mailer.cleansing', cleansingReady),
];
