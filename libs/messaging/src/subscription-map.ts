import type { ServiceQueue } from '#contracts';
import type { Subscription } from './subscription.js';
import { EVENTS } from './topology.js';

/** What is wrong with the handlers of a service's worker: queues that nobody handles, that two handle, that don't exist, or that get other events. */
export function problemsOf(subscriptions: Subscription[], queues: readonly ServiceQueue[], service: string): string[] {
  const consumers = subscriptions.filter(({ mode }) => mode !== 'dead');
  const own = queues.filter(({ name }) => name.startsWith(`${service}.`));
  return [
    ...own
      .filter(({ name }) => !consumers.some(({ queue }) => queue === name))
      .map(({ name }) => `no handler for the queue ${name}`),
    ...twice(consumers).map(
      ([first, second]) => `two handlers for the queue ${first.queue}: ${first.handler}, ${second.handler}`,
    ),
    ...twice(subscriptions.filter(({ mode }) => mode === 'dead')).map(
      ([first, second]) => `two handlers for what is given up of ${first.queue}: ${first.handler}, ${second.handler}`,
    ),
    ...subscriptions.flatMap((subscription) => problemOf(subscription, own, service) ?? []),
  ];
}

function problemOf(
  { queue, handler, eventType }: Subscription,
  own: ServiceQueue[],
  service: string,
): string | undefined {
  const known = own.find(({ name }) => name === queue);
  if (!known) return `${handler}: ${queue} is no queue of ${service}`;
  if (eventType && eventType !== known.eventType) {
    return `${handler}: ${queue} gets ${known.eventType.name}, not ${eventType.name}`;
  }
  return undefined;
}

function twice(subscriptions: Subscription[]): [Subscription, Subscription][] {
  return subscriptions.flatMap((subscription, i) => {
    const first = subscriptions.findIndex(({ queue }) => queue === subscription.queue);
    return first < i ? [[subscriptions[first]!, subscription] as [Subscription, Subscription]] : [];
  });
}

/** `Class.method → exchange::key::queue` */
export const lineOf = ({ handler, eventType, queue, mode }: Subscription): string =>
  mode === 'dead' ? `${handler} → given up of ${queue}` : `${handler} → ${EVENTS}::${eventType!.name}::${queue}`;
