import type { CloudEvent } from './cloud-event.js';
import type { Shape } from './shape.js';
import { object, oneOf, optional, reference, text, time, uuid } from './shapes.js';

/** The envelope of one kind of event. */
export const envelope = <T>(type: string, subject: string, data: Shape<T>): Shape<CloudEvent<T>> =>
  object({
    specversion: oneOf(['1.0'], 'Version of CloudEvents'),
    id: uuid('Same as the AMQP message_id. Delivery is at least once: go by it'),
    source: reference('`/heed/<service>`'),
    type: oneOf([type], 'Kind of the event; also the routing key'),
    time: time('When it was recorded (RFC 3339, UTC)'),
    subject: reference(subject),
    datacontenttype: oneOf(['application/json'], 'Media type of `data`'),
    data,
    traceparent: optional(text('Trace of the request that it comes from (W3C Trace Context), where that is traced')),
  }) as Shape<CloudEvent<T>>;
