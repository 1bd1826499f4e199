import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { type Channel, type ChannelModel, type ConsumeMessage, connect } from 'amqplib';
import { DataSource } from 'typeorm';
import { type CloudEvent, eventType, shapes } from '#contracts';
import { messagingMigration, Outbox } from '#messaging';
import { context } from '#observability';
import { eventually, testBroker, testDatabase } from '#testing';
import { startApp } from '../test/test-app.js';
import { Publisher } from './publisher.js';

const about = { description: 'A test', subject: 'What it is about' };
const sold = eventType('sold', about, { count: shapes.integer('How many') });
const mourned = eventType('mourned', about, { count: shapes.integer('How many') });
const queues = [{ name: 'office.sold', eventType: sold }];

jest.setTimeout(30_000);

describe('the outbox', () => {
  let broker: Awaited<ReturnType<typeof testBroker>>;
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let connection: ChannelModel;
  let channel: Channel;
  let apps: INestApplication[];
  let received: ConsumeMessage[];

  const start = async (options = { relay: true }) => {
    const app = await startApp({ databaseUrl: database.url, brokerUrl: broker.url, queues, options });
    apps.push(app);
    return app;
  };
  const add = (app: INestApplication, count: number, type = sold) =>
    app.get(DataSource).transaction((tx) => app.get(Outbox).add(tx, type, { subject: 's', data: { count } }));
  const counts = () =>
    received.map(({ content }) => (JSON.parse(content.toString()) as CloudEvent<{ count: number }>).data.count);
  const waiting = async () => Number((await database.dataSource.query('SELECT count(*) FROM outbox'))[0].count);

  beforeAll(async () => {
    [broker, database] = await Promise.all([testBroker(), testDatabase({ migrations: [messagingMigration] })]);
    connection = await connect(broker.url);
  });
  afterAll(async () => {
    await connection.close();
    await Promise.all([broker.close(), database.close()]);
  });

  /** Somebody outside: binds a queue of their own. */
  beforeEach(async () => {
    apps = [];
    received = [];
    channel = await connection.createChannel();
    await channel.assertExchange('heed.events', 'topic', { durable: true });
    const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true });
    await channel.bindQueue(queue, 'heed.events', '#');
    await channel.consume(queue, (message) => message && received.push(message), { noAck: true });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await Promise.all(apps.map((app) => app.close()));
    await channel.close();
    await database.dataSource.query('TRUNCATE outbox, inbox');
  });

  it('leaves a channel on which everything was refused', async () => {
    const publish = jest.spyOn(Publisher.prototype, 'publish');
    const honest = publish.getMockImplementation()!;
    const used: Publisher[] = [];
    publish.mockImplementation(function (this: Publisher, messages) {
      if (messages.length > 0) used.push(this);
      return used.length === 1 && messages.length > 0
        ? Promise.resolve(messages.map(() => 'refused' as const))
        : honest.call(this, messages);
    });
    const app = await start();
    await add(app, 3);
    await eventually(() => expect(counts()).toEqual([3]));
    expect(used[1]).not.toBe(used[0]);
  });

  it('publishes what was committed: a persistent CloudEvent under its own id, with the request that it came from', async () => {
    const app = await start();
    const event = await context.run({ requestId: 'r-1', eventId: '0190163d-8694-739b-aea5-966c26f8ad91' }, () =>
      add(app, 7),
    );
    const [message] = await eventually(() => {
      expect(received).toHaveLength(1);
      return received;
    });
    expect(JSON.parse(message!.content.toString())).toEqual(event);
    expect(message!.fields.routingKey).toBe('sold');
    expect(message!.properties).toMatchObject({
      messageId: event.id,
      contentType: 'application/cloudevents+json',
      deliveryMode: 2,
      headers: { 'x-request-id': 'r-1', 'x-cause-id': '0190163d-8694-739b-aea5-966c26f8ad91' },
    });
    await eventually(async () => expect(await waiting()).toBe(0));
  });

  it('publishes nothing of a transaction that was rolled back', async () => {
    const app = await start();
    const rolledBack = app.get(DataSource).transaction(async (tx) => {
      await app.get(Outbox).add(tx, sold, { subject: 's', data: { count: 1 } });
      throw new Error('changed my mind');
    });
    await expect(rolledBack).rejects.toThrow('changed my mind');
    await add(app, 2);
    await eventually(() => expect(counts()).toEqual([2]));
    await eventually(async () => expect(await waiting()).toBe(0));
  });

  it('publishes what a door without a relay wrote, at once', async () => {
    await start();
    const door = await start({ relay: false });
    // One after another: by polling alone, once a second, they would outlast the test.
    for (let count = 0; count < 40; count++) {
      await add(door, count);
      await eventually(() => expect(counts()).toContain(count));
    }
  });

  it('carries more than it can take at once, all of it once', async () => {
    const app = await start({ relay: false });
    const events = Array.from({ length: 1_200 }, (_, count) => ({ subject: 's', data: { count } }));
    await app.get(DataSource).transaction((tx) => app.get(Outbox).addAll(tx, sold, events));
    await start();
    await eventually(() => expect(received).toHaveLength(1_200));
    expect(new Set(counts()).size).toBe(1_200);
  });

  it('publishes each event once when two relays work side by side', async () => {
    const [one, two] = [await start(), await start()];
    const writing = Array.from({ length: 60 }, (_, i) =>
      one.get(DataSource).transaction((tx) =>
        (i % 2 ? one : two).get(Outbox).addAll(
          tx,
          sold,
          Array.from({ length: 50 }, (__, j) => ({ subject: 's', data: { count: 50 * i + j } })),
        ),
      ),
    );
    await Promise.all(writing);
    await eventually(() => expect(received).toHaveLength(3_000));
    expect(new Set(counts()).size).toBe(3_000);
    await eventually(async () => expect(await waiting()).toBe(0));
  });

  it('publishes again, under the same id, what a relay published before it died', async () => {
    const app = await start({ relay: false });
    const event = await add(app, 1);
    // The database's view of a relay that is killed between the confirm and the commit.
    jest.spyOn(Publisher.prototype, 'publish').mockImplementationOnce(async function (this: Publisher, messages) {
      jest.restoreAllMocks();
      const outcomes = await this.publish(messages);
      await database.dataSource.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'idle in transaction'`,
      );
      return outcomes;
    });
    await start();
    await eventually(() => expect(received).toHaveLength(2));
    expect(received.map(({ properties }) => properties.messageId)).toEqual([event.id, event.id]);
    await eventually(async () => expect(await waiting()).toBe(0));
  });

  it('drops an event that nobody listens to and none of our services must hear', async () => {
    const app = await start();
    await channel.close();
    channel = await connection.createChannel();
    await add(app, 1, mourned);
    await eventually(async () => expect(await waiting()).toBe(0));
  });

  it('keeps an event that one of our services must hear until its queue is there again', async () => {
    const app = await start();
    await add(app, 1);
    await eventually(() => expect(received).toHaveLength(1));
    await channel.deleteQueue('office.sold');
    // Now nobody is left to take it.
    await channel.close();
    channel = await connection.createChannel();
    await add(app, 2);
    await eventually(async () => expect(await bodyIn('office.sold')).toMatchObject({ data: { count: 2 } }));
    await eventually(async () => expect(await waiting()).toBe(0));
  });

  /** The first message of a queue, or undefined. A question about a queue that isn't there costs the channel; about one that is just being made, the connection. */
  async function bodyIn(queue: string): Promise<unknown> {
    const asking = await connect(broker.url);
    asking.on('error', () => undefined);
    try {
      const own = await asking.createChannel();
      own.on('error', () => undefined);
      const message = await own.get(queue, { noAck: true });
      return message ? JSON.parse(message.content.toString()) : undefined;
    } catch {
      return undefined;
    } finally {
      await asking.close().catch(() => undefined);
    }
  }
});
