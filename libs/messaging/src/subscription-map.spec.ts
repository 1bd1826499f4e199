import { describe, expect, it } from '@jest/globals';
import { eventType, shapes } from '#contracts';
import type { Subscription } from './subscription.js';
import { lineOf, problemsOf } from './subscription-map.js';

const about = { description: 'A test', subject: 'nothing' };
const sold = eventType('sold', about, { count: shapes.integer('How many') });
const bought = eventType('bought', about, { count: shapes.integer('How many') });
const queues = [
  { name: 'shop.sold', eventType: sold },
  { name: 'shop.bought', eventType: bought },
  { name: 'office.sold', eventType: sold },
];
const handler = (method: string, queue: string, type = sold, mode: Subscription['mode'] = 'each'): Subscription => ({
  mode,
  queue,
  handler: `Shop.${method}`,
  eventType: mode === 'dead' ? undefined : type,
  prefetch: 1,
  batch: 1,
  deliveryLimit: 1,
});
const whole = [handler('sold', 'shop.sold'), handler('bought', 'shop.bought', bought)];

describe('the map of handlers', () => {
  it('is whole when each queue of the service has one handler', () => {
    expect(problemsOf(whole, queues, 'shop')).toEqual([]);
  });

  it.each([
    ['a queue without a handler', whole.slice(1), 'no handler for the queue shop.sold'],
    [
      'two handlers on one queue',
      [...whole, handler('again', 'shop.sold')],
      'two handlers for the queue shop.sold: Shop.sold, Shop.again',
    ],
    [
      "another service's queue",
      [...whole, handler('foreign', 'office.sold')],
      'Shop.foreign: office.sold is no queue of shop',
    ],
    [
      'a handler of other events than the queue gets',
      [handler('sold', 'shop.sold', bought), whole[1]!],
      'Shop.sold: shop.sold gets sold, not bought',
    ],
    [
      'two handlers for what is given up',
      [...whole, handler('dead', 'shop.sold', sold, 'dead'), handler('gone', 'shop.sold', sold, 'dead')],
      'two handlers for what is given up of shop.sold: Shop.dead, Shop.gone',
    ],
  ])('tells of %s', (_, subscriptions, problem) => {
    expect(problemsOf(subscriptions, queues, 'shop')).toEqual([problem]);
  });

  it('reads Class.method → exchange::key::queue', () => {
    expect(lineOf(whole[0]!)).toBe('Shop.sold → heed.events::sold::shop.sold');
  });
});
