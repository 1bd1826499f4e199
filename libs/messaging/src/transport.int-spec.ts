import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Controller, type INestApplication, type Type } from '@nestjs/common';
import { type ChannelModel, type ConfirmChannel, connect } from 'amqplib';
import { DataSource } from 'typeorm';
import { type CloudEvent, cloudEvent, type DataOf, eventType, shapes } from '#contracts';
import type { Tx } from '#database';
import {
  AmqpTransport,
  DeadLetters,
  messagingMigration,
  OnDeadLetter,
  Outbox,
  Subscribe,
  SubscribeInTransaction,
} from '#messaging';
import { type Context, context, Metrics } from '#observability';
import { eventually, type TestBroker, type TestDatabase, testBroker, testDatabase } from '#testing';
import { startApp } from '../test/test-app.js';

jest.setTimeout(30_000);

const about = { description: 'A test', subject: 'What it is about' };
const sold = eventType('sold', about, { count: shapes.integer('How many') });
const bought = eventType('bought', about, { count: shapes.integer('How many') });
type Sold = DataOf<typeof sold>;
const queues = [
  { name: 'shop.sold', eventType: sold },
  { name: 'shop.bought', eventType: bought },
];

/** What a test makes the handlers do. */
let handleOne: (event: CloudEvent<Sold>) => Promise<unknown>;
let handleMany: (tx: Tx, events: CloudEvent<Sold>[]) => Promise<unknown>;
let givenUp: (event: CloudEvent<Sold>, reason: string) => Promise<unknown>;

@Controller()
class Shop {
  @Subscribe(sold, { queue: 'shop.sold', prefetch: 2, deliveryLimit: 2 })
  one(event: CloudEvent<Sold>): Promise<unknown> {
    return handleOne(event);
  }

  @SubscribeInTransaction(bought, { queue: 'shop.bought', batch: 50, deliveryLimit: 1 })
  many(tx: Tx, events: CloudEvent<Sold>[]): Promise<unknown> {
    return handleMany(tx, events);
  }

  @OnDeadLetter('shop.sold')
  dead(event: CloudEvent<Sold>, reason: string): Promise<unknown> {
    return givenUp(event, reason);
  }

  @OnDeadLetter('shop.bought')
  alsoDead(event: CloudEvent<Sold>, reason: string): Promise<unknown> {
    return givenUp(event, reason);
  }
}

@Controller()
class HalfAShop {
  @Subscribe(sold, { queue: 'shop.sold' })
  async one(_event: CloudEvent<Sold>): Promise<void> {}
}

describe('a worker', () => {
  let broker: TestBroker;
  let database: TestDatabase;
  let connection: ChannelModel;
  let channel: ConfirmChannel;
  let app: INestApplication;

  const start = async (controllers: Type[] = [Shop]) => {
    app = await startApp({
      databaseUrl: database.url,
      brokerUrl: broker.url,
      queues,
      controllers,
      options: { relay: true, consume: true },
    });
    return app;
  };
  const add = (count: number, type = sold) =>
    app.get(DataSource).transaction((tx) => app.get(Outbox).add(tx, type, { subject: 's', data: { count } }));
  const send = async (queue: string, body: unknown, properties = {}) => {
    channel.sendToQueue(queue, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), {
      persistent: true,
      ...properties,
    });
    await channel.waitForConfirms();
  };
  const deadLetters = (queue: string) => app.get(DeadLetters).list(queue);
  const sum = async () =>
    Number((await database.dataSource.query('SELECT coalesce(sum(count), 0) sum FROM effect'))[0].sum);
  const intoEffect = (tx: Tx, events: CloudEvent<Sold>[]) =>
    tx.query('INSERT INTO effect SELECT unnest($1::int[])', [events.map(({ data }) => data.count)]);

  beforeAll(async () => {
    [broker, database] = await Promise.all([testBroker(), testDatabase({ migrations: [messagingMigration] })]);
    await database.dataSource.query('CREATE TABLE effect (count int NOT NULL CHECK (count <> 13))');
    connection = await connect(broker.url);
  });
  afterAll(async () => {
    await connection.close();
    await Promise.all([broker.close(), database.close()]);
  });
  beforeEach(async () => {
    channel = await connection.createConfirmChannel();
    handleOne = async () => undefined;
    handleMany = intoEffect;
    givenUp = async () => undefined;
  });
  afterEach(async () => {
    await app.close();
    for (const { name } of queues) {
      await channel.purgeQueue(name);
      await channel.purgeQueue(`${name}.dead`);
    }
    await channel.close();
    await database.dataSource.query('TRUNCATE outbox, inbox, effect');
  });

  it('does not start without a handler for each of its queues', async () => {
    await expect(start([HalfAShop])).rejects.toThrow('no handler for the queue shop.bought');
    await start();
  });

  it('hands on an event with its id and the request that it came from', async () => {
    const seen: { event: CloudEvent<Sold>; context: Context }[] = [];
    handleOne = async (event) => seen.push({ event, context: context.get() });
    await start();
    const event = await context.run({ requestId: 'r-1' }, () => add(3));
    await eventually(() => expect(seen).toEqual([{ event, context: { requestId: 'r-1', eventId: event.id } }]));
  });

  it('tries a failing event again, while others go on', async () => {
    const seen: number[] = [];
    handleOne = async ({ data }) => {
      seen.push(data.count);
      if (data.count === 1 && seen.filter((count) => count === 1).length === 1) throw new Error('not yet');
    };
    await start();
    await add(1);
    await eventually(() => expect(seen).toEqual([1]));
    for (const count of [2, 3, 4]) await add(count);
    await eventually(() => expect(seen).toHaveLength(5));
    expect(seen.at(-1)).toBe(1);
    expect(await deadLetters('shop.sold')).toEqual([]);
  });

  it('tells what became of messages, and how many wait', async () => {
    let failed = false;
    handleOne = async ({ data }) => {
      if (data.count !== 13 || failed) return;
      failed = true;
      throw new Error('not yet');
    };
    await start();
    for (const count of [7, 13]) await add(count);
    const metrics = app.get(Metrics, { strict: false });
    await eventually(async () => {
      const text = await metrics.text('shop');
      const value = (name: string, labels: string) =>
        text
          .split('\n')
          .find((line) => line.startsWith(`${name}{`) && line.includes(labels))
          ?.split(' ')
          .at(-1);
      expect(value('heed_consumer_messages_total', 'queue="shop.sold",outcome="handled"')).toBe('2');
      expect(value('heed_consumer_messages_total', 'queue="shop.sold",outcome="retried"')).toBe('1');
      expect(value('heed_event_lag_seconds_count', 'queue="shop.sold"')).toBe('2');
      expect(value('heed_dead_letters', 'queue="shop.sold"')).toBe('0');
      expect(value('heed_outbox_events', '')).toBe('0');
    });
  });

  it('gives an event up after its last attempt, says so, and keeps it with the reason until it is sent back', async () => {
    const reasons: string[] = [];
    const handled: number[] = [];
    let broken = true;
    handleOne = async ({ data }) => {
      if (broken) throw new Error('no such ada@example.com');
      handled.push(data.count);
    };
    givenUp = async ({ id }, reason) => reasons.push(`${id} ${reason}`);
    await start();
    const event = await add(5);
    const [letter] = await eventually(async () => {
      const letters = await deadLetters('shop.sold');
      expect(letters).toHaveLength(1);
      return letters;
    });
    expect(letter).toMatchObject({ id: event.id, type: 'sold', attempts: 2, reason: 'no such ***@***' });
    expect(letter!.failedAt).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(JSON.parse(letter!.body)).toEqual(event);
    expect(reasons).toEqual([`${event.id} no such ***@***`]);
    expect(await app.get(DeadLetters).queues()).toContainEqual({ queue: 'shop.sold', count: 1 });

    broken = false;
    expect(await app.get(DeadLetters).redrive('shop.sold', ['another'])).toBe(0);
    expect(await app.get(DeadLetters).redrive('shop.sold', [event.id])).toBe(1);
    await eventually(() => expect(handled).toEqual([5]));
    expect(await deadLetters('shop.sold')).toEqual([]);
  });

  it('asks again who must hear that an event was given up, until that works', async () => {
    const reasons: string[] = [];
    handleMany = async () => Promise.reject(new Error('never'));
    givenUp = async (_event, reason) => {
      reasons.push(reason);
      if (reasons.length === 1) throw new Error('not now');
    };
    await start();
    await add(1, bought);
    await eventually(async () => expect(await deadLetters('shop.bought')).toHaveLength(1));
    expect(reasons).toEqual(['never', 'never']);
  });

  it.each([
    ['no JSON', '{', 'the body is not JSON in UTF-8'],
    ['another type', cloudEvent(bought, 'test', 's', { count: 1 }), '/type: expected one of sold'],
    [
      'data of another form',
      { ...cloudEvent(sold, 'test', 's', { count: 1 }), data: {} },
      '/data/count: expected an integer of zero or more',
    ],
  ])('puts a foreign message (%s) to the dead letters, with the reason, and goes on', async (_, body, reason) => {
    const seen: number[] = [];
    handleOne = async ({ data }) => seen.push(data.count);
    await start();
    await send('shop.sold', body, { contentType: 'text/html', headers: { 'x-foreign': 'yes' } });
    await add(2);
    await eventually(() => expect(seen).toEqual([2]));
    const letters = await eventually(async () => {
      const found = await deadLetters('shop.sold');
      expect(found).toHaveLength(1);
      return found;
    });
    expect(letters[0]).toMatchObject({ reason, body: typeof body === 'string' ? body : JSON.stringify(body) });
  });

  it('gives up a message that its workers vanish with', async () => {
    const seen: number[] = [];
    handleOne = async ({ data }) => seen.push(data.count);
    await start();
    await send('shop.sold', cloudEvent(sold, 'test', 's', { count: 1 }), { headers: { 'x-delivery-count': 10 } });
    const [letter] = await eventually(async () => {
      const letters = await deadLetters('shop.sold');
      expect(letters).toHaveLength(1);
      return letters;
    });
    expect(letter!.reason).toBe('10 workers vanished while they had it');
    expect(seen).toEqual([]);
  });

  it('waits for a database that is away, and counts that as no attempt', async () => {
    let calls = 0;
    handleOne = async () => {
      if (++calls < 4) throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
    };
    await start();
    await add(1);
    await eventually(() => expect(calls).toBe(4));
    expect(await deadLetters('shop.sold')).toEqual([]);
  });

  it('has the effect of an event once, however often it comes', async () => {
    await start();
    const event = cloudEvent(bought, 'test', 's', { count: 3 });
    for (let i = 0; i < 5; i++) await send('shop.bought', event);
    await send('shop.bought', cloudEvent(bought, 'test', 's', { count: 4 }));
    await eventually(async () => expect(await sum()).toBe(7));
    await send('shop.bought', { ...event, id: event.id.toUpperCase() });
    await send('shop.bought', cloudEvent(bought, 'test', 's', { count: 5 }));
    await eventually(async () => expect(await sum()).toBe(12));
  });

  it('handles in batches what is waiting, and takes only the event at fault out', async () => {
    const sizes: number[] = [];
    handleMany = async (tx, events) => {
      sizes.push(events.length);
      await intoEffect(tx, events);
    };
    await start();
    const counts = Array.from({ length: 300 }, (_, i) => i);
    await app.get(DataSource).transaction((tx) =>
      app.get(Outbox).addAll(
        tx,
        bought,
        counts.map((count) => ({ subject: 's', data: { count } })),
      ),
    );
    const expected = counts.reduce((a, b) => a + b, 0) - 13;
    await eventually(async () => expect(await sum()).toBe(expected));
    const [letter] = await eventually(async () => {
      const letters = await deadLetters('shop.bought');
      expect(letters).toHaveLength(1);
      return letters;
    });
    expect(JSON.parse(letter!.body).data).toEqual({ count: 13 });
    expect(letter!.reason).toContain('effect_count_check');
    expect(Math.max(...sizes)).toBe(50);
  });

  it('finishes what it has in hand before it closes, and leaves the rest in the queue', async () => {
    const done: number[] = [];
    let finish = () => {};
    const may = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let begun = 0;
    handleOne = async ({ data }) => {
      begun++;
      await may;
      done.push(data.count);
    };
    await start();
    for (const count of [1, 2, 3, 4]) await add(count);
    await eventually(() => expect(begun).toBe(2));
    await eventually(async () => expect(await database.dataSource.query('SELECT FROM outbox')).toEqual([]));
    const closing = jest.spyOn(app.get(AmqpTransport), 'close');
    const closed = app.close();
    await eventually(() => expect(closing).toHaveBeenCalled());
    finish();
    await closed;
    expect(done).toHaveLength(2);
    expect((await channel.checkQueue('shop.sold')).messageCount).toBe(2);
  });
});
