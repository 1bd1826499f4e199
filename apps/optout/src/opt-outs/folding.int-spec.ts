import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { md5Hex } from '#identity';
import type { ImportTarget } from '../imports/engine/import.types.js';
import { newList, type TestEngine, testEngine } from '../imports/engine/test-engine.js';

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

  it('is left alone while one of its imports counts, so that the count is exact', async () => {
    const list = newList('md5');
    await manyImports(list, 17);
    const id = await engine.upload(list, `${person(1)}\n${person(99)}\n`);
    const slice = await engine.untilSlices();
    await engine.upkeep.round();
    expect(await sources(list)).toBe(17);
    await engine.deliver(slice);
    await engine.work();
    expect(await engine.imports.status(id)).toMatchObject({ status: 'success', addedCount: 1 });
    await engine.upkeep.round();
    expect(await sources(list)).toBe(1);
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
});
