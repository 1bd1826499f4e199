import type { CloudEvent } from './cloud-event.js';
import { envelope } from './envelope.js';
import type { Fields, ObjectOf, Shape } from './shape.js';
import { object } from './shapes.js';

/** One kind of event. Its name is the CloudEvents `type` and the routing key. */
export interface EventType<T> {
  readonly name: string;
  readonly description: string;
  readonly data: Shape<T>;
  readonly envelope: Shape<CloudEvent<T>>;
}

/** What an event of the kind carries: `type BrandSubscribe = DataOf<typeof brandSubscribe>`. */
export type DataOf<E> = E extends EventType<infer T> ? T : never;

/** `about.subject` says what the envelope's `subject` names. */
export function eventType<const F extends Fields>(
  name: string,
  about: { description: string; subject: string },
  fields: F,
): EventType<ObjectOf<F>> {
  const data = object(fields);
  return { name, description: about.description, data, envelope: envelope(name, about.subject, data) };
}
