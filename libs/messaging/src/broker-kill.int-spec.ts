import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type CloudEvent, type DataOf, eventType, shapes } from '#contracts';
import type { Tx } from '#database';
import { messagingMigration, Outbox, Subscribe, SubscribeInTransaction } from '#messaging';
import { HealthRegistry } from '#observability';
import { eventually, privateBroker, type TestDatabase, testDatabase } from '#testing';
import { startApp } from '../test/test-app.js';

jest.setTimeout(120_000);

const about = { description: 'A test', subject: 'What it is about' };
const sold = eventType('sold', about, { count: shapes.integer('How many') });
const bought = eventType('bought', about, { count: shapes.integer('How many') });
type Counted = CloudEvent<DataOf<typeof sold>>;
const queues = [
  { name: 'shop.sold', eventType: sold },
  { name: 'shop.bought', eventType: bought },
];
const one = new Set<number>();

@Controller()
class Shop {
  @Subscribe(sold, { queue: 'shop.sold', prefetch: 10 })
  async sold({ data }: Counted): Promise<void> {
    one.add(data.count);
  }

  @SubscribeInTransaction(bought, { queue: 'shop.bought', batch: 20 })
  bought(tx: Tx, events: Counted[]): Promise<unknown> {
    return tx.query('INSERT INTO effect SELECT unnest($1::int[])', [events.map(({ data }) => data.count)]);
  }
}

describe('a broker that is killed in the middle', () => {
  let broker: Awaited<ReturnType<typeof privateBroker>>;
  let database: TestDatabase;

  beforeAll(async () => {
    [broker, database] = await Promise.all([privateBroker(), testDatabase({ migrations: [messagingMigration] })]);
    await database.dataSource.query('CREATE TABLE effect (count int NOT NULL)');
  });
  afterAll(async () => {
    await Promise.all([broker.close(), database.close()]);
  });

  it('loses no event, and has none take effect twice', async () => {
    const app = await startApp({
      databaseUrl: database.url,
      brokerUrl: broker.url,
      queues,
      controllers: [Shop],
      options: { relay: true, consume: true },
    });
    let written = 0;
    const write = async (count: number) => {
      const events = Array.from({ length: count }, (_, i) => ({ subject: 's', data: { count: written + i } }));
      written += count;
      await app.get(DataSource).transaction(async (tx) => {
        await app.get(Outbox).addAll(tx, sold, events);
        await app.get(Outbox).addAll(tx, bought, events);
      });
    };
    const health = () => app.get(HealthRegistry).check();

    await broker.keeps(['shop.sold', 'shop.bought', 'shop.sold.dead', 'shop.bought.dead']);
    await write(2_000);
    await eventually(() => expect(one.size).toBeGreaterThan(100));
    await broker.kill();
    expect(one.size).toBeLessThan(written);
    await eventually(async () => expect(await health()).toMatchObject({ broker: 'down', database: 'up' }));
    await write(500);
    await broker.start();
    await write(500);
    await eventually(async () => expect(await health()).toMatchObject({ broker: 'up' }));

    await eventually(
      async () => {
        expect(one.size).toBe(written);
        const [{ effects, events }] = await database.dataSource.query(
          'SELECT count(*)::int effects, count(DISTINCT count)::int events FROM effect',
        );
        expect({ effects, events }).toEqual({ effects: written, events: written });
      },
      { timeoutMs: 30_000 },
    );
    await app.close();
  });
});
