import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { LET_GO_WHEN_HANGING, type Tx } from '#database';
import { newList, testEngine } from './test-engine.js';

Logger.overrideLogger(false);
let engine: Awaited<ReturnType<typeof testEngine>>;
beforeAll(async () => {
  engine = await testEngine();
});
afterAll(() => engine.close());

it('a worker that hangs lets go of the part of an import that it has in hand', async () => {
  await engine.dataSource.query(`
    CREATE TABLE patience (part text, setting text);
    CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO patience VALUES (TG_TABLE_NAME, current_setting('idle_in_transaction_session_timeout'));
      RETURN NEW;
    END $$;
    CREATE TRIGGER note BEFORE UPDATE ON import_range FOR EACH ROW EXECUTE FUNCTION note();
    CREATE TRIGGER note BEFORE UPDATE ON import_slice FOR EACH ROW EXECUTE FUNCTION note()`);
  await engine.run(newList('md5'), 'jane@example.com\n');
  expect(await engine.dataSource.query('SELECT * FROM patience ORDER BY part')).toEqual([
    { part: 'import_range', setting: '3min' },
    // It may count for long what a large list has already.
    { part: 'import_slice', setting: '30min' },
  ]);
});

it('a worker whose storage is slow does not hang: it keeps its part for as long as bytes come in', async () => {
  const { dataSource, storage, ranges } = engine;
  const transaction = dataSource.transaction.bind(dataSource) as DataSource['transaction'];
  const get = storage.get.bind(storage);
  const IDLE_MS = 1_000;
  const id = await engine.upload(newList(), 'jane@example.com\n'.repeat(50));
  await engine.deliver(engine.messages.shift()!);
  const impatient = (work: (tx: Tx) => Promise<unknown>) =>
    transaction((tx) => {
      const query = tx.query.bind(tx);
      const soon = `set_config('idle_in_transaction_session_timeout', '${IDLE_MS}', true)`;
      tx.query = (sql: string, values?: unknown[]) => query(sql.replace(LET_GO_WHEN_HANGING, soon), values);
      return work(tx);
    });
  dataSource.transaction = impatient as typeof transaction;
  storage.get = async (...asked) => {
    const whole = await get(...asked);
    async function* slowly() {
      for await (const chunk of whole) {
        for (let at = 0; at < chunk.length; at += 50) {
          // What is tested is the server's own clock: in all more than it allows.
          await pause((2 * IDLE_MS * 50) / chunk.length);
          yield chunk.subarray(at, at + 50);
        }
      }
    }
    return Readable.from(slowly());
  };
  ranges.stirEveryMs = 0;
  try {
    await engine.deliver(engine.messages.shift()!);
  } finally {
    dataSource.transaction = transaction;
    storage.get = get;
  }
  await engine.work();
  expect(await engine.imports.status(id)).toMatchObject({ status: 'success', submittedCount: 50, addedCount: 1 });
});
