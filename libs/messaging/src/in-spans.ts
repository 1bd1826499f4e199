import { beginSpan, type OpenSpan } from '#observability';
import { type Incoming, traceparentOf } from './incoming.js';

/** Does the work on a batch in a span of each message that belongs to a trace; what follows from it goes with the first of them. */
export async function inSpans<T>(queue: string, batch: Incoming[], work: () => Promise<T>): Promise<T> {
  const spans = batch.flatMap((incoming) => spanOf(queue, incoming) ?? []);
  const end = (failed: boolean) => {
    for (const span of spans) span.end({ failed });
  };
  try {
    const result = await (spans[0]?.run(work) ?? work());
    end(false);
    return result;
  } catch (error) {
    end(true);
    throw error;
  }
}

function spanOf(queue: string, incoming: Incoming): OpenSpan | undefined {
  const traceparent = traceparentOf(incoming);
  if (traceparent === undefined) return undefined;
  const attributes = { 'messaging.destination.name': queue, 'messaging.message.id': incoming.event.id };
  return beginSpan(`process ${queue}`, { kind: 'consumer', traceparent, attributes });
}
