import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { md5Hex } from '#identity';
import { eventually } from '#testing';
import type { ImportTarget } from '../imports/engine/import.types.js';
import { newList, type TestEngine, testEngine } from '../imports/engine/test-engine.js';
import { Erasure } from './erasure/erasure.js';
import { MAX_MEMBERS } from './kernels/fold-pages.js';

Logger.overrideLogger(false);
let engine: TestEngine;
beforeAll(async () => {
  engine = await testEngine();
});
afterAll(() => engine?.close());

const person = (n: number) => `person-${n}@shop.example`;
/** The imports overlap: each has two people, one of them the next one's too. */
async function manyImports(list: ImportTarget, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push((await engine.run(list, `${person(n)}\n${person(n + 1)}\n`)).id);
  return ids;
}

const query = (sql: string, ...parameters: unknown[]) => engine.dataSource.query(sql, parameters);
const sources = async ({ listId }: ImportTarget): Promise<number> =>
  (
    await query(
      `SELECT count(DISTINCT page.run)::int AS runs FROM opt_out_page page JOIN opt_out_run run ON run.id = page.run WHERE run.list_id = $1`,
      listId,
    )
  )[0].runs;

describe('a list fed by many small imports', () => {
  it('is read as one run, and a removal takes out what came by that import alone, also from the disk', async () => {
    const list = newList();
    const ids = await manyImports(list, 20);
    expect(await sources(list)).toBe(20);
    await engine.upkeep.round();
    expect(await sources(list)).toBe(1);
    expect(await engine.optOuts.count(list.listId)).toBe(21);

    // Person 0 came by the first import alone, person 1 by the second too.
    await engine.dataSource.transaction((tx) => engine.imports.remove(tx, ids[0]!));
    expect(await engine.optOuts.count(list.listId)).toBe(20);
    expect(await engine.optOuts.find([md5Hex(person(0))])).toEqual([]);
    expect(await engine.optOuts.find([md5Hex(person(1))])).toMatchObject([{ importReference: ids[1] }]);
    const has = async () =>
      (
        await query(
          `SELECT count(*)::int AS pages FROM opt_out_page WHERE position($1::bytea IN keys) > 0 OR position($2::bytea IN plains) > 0`,
          Buffer.from(md5Hex(person(0)), 'hex'),
          Buffer.from(person(0)),
        )
      )[0].pages;
    await engine.upkeep.round();
    expect(await has()).toBe(1);
    await query(`UPDATE opt_out_run SET hidden_at = hidden_at - interval '2 hours' WHERE import_id = $1`, ids[0]);
    await engine.upkeep.round();
    expect(await has()).toBe(0);
    expect(await query('SELECT 1 FROM opt_out_run WHERE import_id = $1', ids[0])).toEqual([]);

    // Who was removed is new again; who is still there is not.
    expect(await engine.run(list, `${person(0)}\n${person(1)}\n`)).toMatchObject({ addedCount: 1, submittedCount: 2 });
  });

  it('keeps the date of each, and a delta has no more and no less than before', async () => {
    const list = newList();
    await manyImports(list, 10);
    const watermark = (await engine.optOuts.snapshot(
      [list.listId],
      { watermark: true },
      async (one) => one.watermark,
    ))!;
    await engine.run(list, `${person(3)}\n${person(50)}\n`);
    await manyImports(list, 8);
    const read = () =>
      engine.optOuts.snapshot([list.listId], {}, async (snapshot) => {
        const all: string[] = [];
        for (const since of [undefined, watermark]) {
          for await (const { size, keys, facts } of snapshot.stream({ plain: true, ...(since && { since }) })) {
            for (let n = 0; n < size; n++) {
              const { at, importReference } = facts[n]!;
              all.push(`${since} ${keys.toString('hex', n * 16, n * 16 + 16)} ${at.toISOString()} ${importReference}`);
            }
          }
        }
        return all;
      });
    const before = await read();
    await engine.upkeep.round();
    expect(await sources(list)).toBe(1);
    expect(await read()).toEqual(before);
  });

  it('is folded while one of its imports counts, and the count is exact', async () => {
    for (let round = 0; round < 2; round++) {
      const list = newList('md5');
      await manyImports(list, 17);
      const everybody = Array.from({ length: 20 }, (_, n) => person(n));
      const id = await engine.upload(list, everybody.join('\n'));
      const slice = await engine.untilSlices();
      await Promise.all([engine.deliver(slice), engine.listFolding.round(60)]);
      await engine.work();
      expect(await engine.imports.status(id)).toMatchObject({ status: 'success', addedCount: 2 });
      await engine.listFolding.round(60);
      expect(await sources(list)).toBe(2);
    }
  });

  it('has its folds folded as long as they have room for members', async () => {
    engine.folding.runsATier = 1;
    engine.folding.maxMembers = 6;
    try {
      const list = newList('md5');
      for (let n = 0; n < 6; n++) {
        await manyImports(list, 4);
        await engine.listFolding.round(60);
      }
      // 24 members in folds of 6 at most, and of more than 3: no two of them go together.
      expect(await sources(list)).toBeLessThanOrEqual(6);
      expect(await engine.optOuts.count(list.listId)).toBe(5);
    } finally {
      engine.folding.runsATier = 16;
      engine.folding.maxMembers = MAX_MEMBERS;
    }
  });

  it('whose imports are all removed is empty, also on the disk', async () => {
    const list = newList('md5');
    const ids = await manyImports(list, 17);
    await engine.upkeep.round();
    for (const id of ids) await engine.dataSource.transaction((tx) => engine.imports.remove(tx, id));
    expect(await engine.optOuts.count(list.listId)).toBe(0);
    await query(`UPDATE opt_out_run SET hidden_at = hidden_at - interval '2 hours' WHERE list_id = $1`, list.listId);
    await engine.upkeep.round();
    expect(await query('SELECT 1 FROM opt_out_run WHERE list_id = $1', list.listId)).toEqual([]);
    expect(await sources(list)).toBe(0);
  });

  it('of which somebody is erased while it is folded keeps nothing of them', async () => {
    const list = newList();
    const ids = await manyImports(list, 20);
    const holding = engine.dataSource.createQueryRunner();
    await holding.startTransaction();
    await holding.query('SELECT 1 FROM opt_out_run WHERE import_id = $1 FOR UPDATE', [ids[0]]);
    const waiting = async (count: number) => {
      const rows = await query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length === count;
    };
    // The fold has copied all pages and waits for a member's row; the erasure comes in between.
    const folding = engine.upkeep.round();
    await eventually(() => waiting(1));
    const erasure = new Erasure(engine.dataSource);
    const erasing = erasure.erase([md5Hex(person(3))]);
    await eventually(() => waiting(2));
    await holding.rollbackTransaction();
    await holding.release();
    await Promise.all([folding, erasing]);
    expect(await sources(list)).toBe(1);
    expect(await erasure.pages(md5Hex(person(3)))).toBe(0);
    expect(await engine.optOuts.count(list.listId)).toBe(21);
  });
});
