/**
 * What users of comparable products complain of in their imports, and that it can't happen here. Some is tested elsewhere: a line of 200 MB takes no memory (`lines/lines.spec.ts`),
 * uploads don't stay in the storage (`../uploads.int-spec.ts`, and its rules in `libs/storage`), who opted out is found by address, number and hash (`../../admin/find-opt-out.int-spec.ts`).
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { Tx } from '#database';
import { md5Hex } from '#identity';
import { OptOuts } from '../../opt-outs/index.js';
import type { ImportView } from './import.types.js';
import { OWN_TABLE_FROM_BYTES } from './import-progress.js';
import { engineOn, newList, type TestEngine, testEngine } from './test-engine.js';

Logger.overrideLogger(false);
let engine: TestEngine;
beforeAll(async () => {
  engine = await testEngine();
});
afterAll(() => engine?.close());

const people = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => `p${from + n}@shop.example\n`).join('');
const count = ({ listId }: { listId: string }) => engine.optOuts.count(listId);

/** Two ranges, of which the second is given up. */
async function halfImported(list: ReturnType<typeof newList>): Promise<ImportView> {
  const id = await engine.upload(list, people(100, 300));
  await engine.dataSource.query('UPDATE import SET range_bytes = 2000 WHERE id = $1', [id]);
  await engine.deliver(engine.messages.shift()!);
  await engine.ranges.giveUp(id, engine.messages.splice(1, 1)[0]!.data.range);
  await engine.work();
  return (await engine.imports.status(id))!;
}

describe('users of other products complain of', () => {
  it('a file that "failed, 0 imported" although its rows are in: what failed says what it added, exactly', async () => {
    const list = newList();
    const half = await halfImported(list);
    expect(half.status).toBe('failed');
    expect(half.addedCount).toBeGreaterThan(0);
    expect(await count(list)).toBe(half.addedCount);
    const none = await engine.run(list, Buffer.concat([Buffer.from(people(500, 510)), Buffer.of(0)]));
    expect(none).toMatchObject({ status: 'failed', addedCount: 0 });
    expect(await count(list)).toBe(half.addedCount);
  });

  it('a failed import that leaves a transaction open and makes the next one hang', async () => {
    const list = newList();
    const half = await halfImported(list);
    const open = await engine.dataSource.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
    );
    expect(open).toEqual([]);
    const again = await engine.run(list, people(100, 300));
    expect(again).toMatchObject({ status: 'success', addedCount: 200 - half.addedCount! });
  });

  it('a stop that kills the next import, and a status that is lost at a restart: both are in the database', async () => {
    const list = newList();
    const ended = await engine.run(list, people(0, 5));
    const begun = await engine.upload(list, people(5, 10));
    const restarted = engineOn(engine.dataSource, engine.storage);
    expect(await restarted.imports.status(ended.id)).toEqual(await engine.imports.status(ended.id));
    restarted.messages.push(...engine.messages.splice(0));
    await restarted.work();
    expect(await restarted.imports.status(begun)).toMatchObject({ status: 'success', addedCount: 5 });
  });

  it('"7 of 13" without a word on the other six, and repeats that are counted as imported', async () => {
    const list = newList();
    await engine.run(list, people(0, 2));
    const view = await engine.run(list, `${people(0, 9)}${people(7, 9)}nobody\nnothing\n\n`);
    expect(view).toMatchObject({ submittedCount: 13, addedCount: 7, malformedCount: 2 });
    expect(view.message).toBe('13 lines read: 7 added, 4 already in the list or repeated in the file, 2 malformed.');
    expect((await engine.malformed.of(view.id)).map(({ line }) => line)).toEqual([12, 13]);
  });

  it('an empty file that fails without a reason', async () => {
    expect(await engine.run(newList(), '\r\n  \n\n')).toMatchObject({
      status: 'success',
      submittedCount: 0,
      message: 'The file has no opt-outs: nothing but blank lines.',
    });
  });

  it('an opt-out that a later import, or its removal, undoes', async () => {
    const list = newList();
    const hash = md5Hex('p1@shop.example');
    const item = { eventId: randomUUID(), listId: list.listId, hash, collectedAt: new Date('2026-01-02') };
    await engine.dataSource.transaction((tx) => engine.optOuts.record(tx, [item]));
    const view = await engine.run(list, people(0, 3));
    await engine.dataSource.transaction((tx) => engine.imports.remove(tx, view.id));
    expect(await engine.optOuts.find([hash], [list.listId])).toMatchObject([
      { type: 'collected', listId: list.listId },
    ]);
    expect(await count(list)).toBe(1);
  });

  it('nobody being able to say who opted out, when, by what', async () => {
    const list = newList();
    const view = await engine.run(list, people(0, 3));
    expect(await engine.optOuts.find([md5Hex('p2@shop.example')], [list.listId])).toEqual([
      { type: 'imported', listId: list.listId, at: expect.any(Date), importReference: view.id },
    ]);
  });

  it('a line that ends in the log, whatever is wrong with it', async () => {
    const written: string[] = [];
    const write = (...said: unknown[]) => void written.push(JSON.stringify(said));
    Logger.overrideLogger({ log: write, error: write, warn: write, debug: write, verbose: write, fatal: write });
    try {
      const line = 'jane.marker@@shop.example';
      const view = await engine.run(newList(), `${line}\0\n${line}\n`);
      expect(view).toMatchObject({ status: 'failed', addedCount: 0 });
      const read = await engine.run(newList(), `${line}\n${line.repeat(80_000)}\n\0${line}\na@x.io\n`);
      expect(read).toMatchObject({ status: 'success', malformedCount: 3, addedCount: 1 });
      expect(written.join()).toContain('range read');
      expect(written.join()).not.toContain('marker');
      expect(JSON.stringify([view.message, read.message, await engine.malformed.of(read.id)])).not.toContain('marker');
    } finally {
      Logger.overrideLogger(false);
    }
  });

  it('a search by address that reads the whole list: it reads a page of each run, by the index', async () => {
    const list = newList('md5');
    engine.progress.ownTableFromBytes = 2_000_000;
    await engine.run(list, people(0, 20_000));
    await engine.run(list, people(10_000, 110_000));
    engine.progress.ownTableFromBytes = OWN_TABLE_FROM_BYTES;
    await engine.dataSource.query('ANALYZE opt_out_page');
    const asked: [string, unknown[] | undefined][] = [];
    const watched = {
      transaction: (level: 'REPEATABLE READ', work: (tx: Tx) => Promise<unknown>) =>
        engine.dataSource.transaction(level, (tx) => {
          const query = (sql: string, parameters?: unknown[]) => {
            asked.push([sql, parameters]);
            return tx.query(sql, parameters);
          };
          return work({ query } as unknown as Tx);
        }),
    } as unknown as DataSource;
    const found = await new OptOuts(watched).find([md5Hex('p15000@shop.example')], [list.listId]);
    expect(found).toHaveLength(2);
    let blocks = 0;
    for (const [sql, parameters] of asked) {
      const [row] = await engine.dataSource.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`, parameters);
      const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': read } = row['QUERY PLAN'][0].Plan;
      blocks += hit + read;
    }
    // The list has 240 pages.
    expect(blocks).toBeLessThan(60);
  });
});
