/**
 * What two services know about each other: the kinds of events, what each carries, who hears it. A kind is declared
 * once, as a table of fields; its type, its check and its JSON Schema come from there. And what clients know of failures: the
 * catalogue of codes. Imports nothing of ours and no framework.
 */
export { type CloudEvent, cloudEvent, cloudEventsMediaType, readCloudEvent } from './cloud-event.js';
export type { MailerErrorCode, ProblemCode } from './error-codes/error-codes.js';
/** @public of use to tools, which load it from the build */
export { errorCodes } from './error-codes/error-codes.js';
export { type DataOf, type EventType, eventType } from './event-type.js';
export { eventTypes } from './event-types.js';
export * from './events/cleansing.events.js';
export * from './events/contact.events.js';
export * from './events/directory.events.js';
export * from './events/download.events.js';
export * from './events/import.events.js';
export * from './events/optout.events.js';
export * from './events/suppression.events.js';
export { InvalidEvent } from './invalid-event.js';
export { type ServiceQueue, serviceQueues } from './service-queues.js';
export type { JsonSchema, Shape } from './shape.js';
export * as shapes from './shapes.js';
