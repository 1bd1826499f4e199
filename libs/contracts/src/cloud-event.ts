import type { EventType } from './event-type.js';
import { InvalidEvent } from './invalid-event.js';
import { uuidV7 } from './uuid-v7.js';

/** The CloudEvents 1.0 envelope in its structured JSON form. Each field is described where it is checked: envelope.ts. */
export interface CloudEvent<T> {
  specversion: '1.0';
  id: string;
  source: string;
  type: string;
  time: string;
  subject: string;
  datacontenttype: 'application/json';
  data: T;
  /** Of the request that it comes from (W3C Trace Context), where that is traced. */
  traceparent?: string;
}

export const cloudEventsMediaType = 'application/cloudevents+json';

/** A new event of the service. Throws InvalidEvent on data that a consumer would have to refuse. */
export function cloudEvent<T>(type: EventType<T>, service: string, subject: string, data: T): CloudEvent<T> {
  const event: CloudEvent<T> = {
    specversion: '1.0',
    id: uuidV7(),
    source: `/heed/${service}`,
    type: type.name,
    time: new Date().toISOString(),
    subject,
    datacontenttype: 'application/json',
    data,
  };
  const problem = type.envelope.problem(event, '');
  if (problem) throw new InvalidEvent(`${type.name}: ${problem}`);
  return event;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The event of this type that a message's body holds. Throws InvalidEvent on anything else; its message repeats no value. */
export function readCloudEvent<T>(type: EventType<T>, body: Uint8Array): CloudEvent<T> {
  const event = parse(body);
  const problem = type.envelope.problem(event, '');
  if (problem) throw new InvalidEvent(problem);
  return event as CloudEvent<T>;
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    throw new InvalidEvent('the body is not JSON in UTF-8');
  }
}
