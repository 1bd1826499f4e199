import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import type { Tx } from '#database';
import { md5Hex, sha512Hex } from '#identity';
import { eventually } from '#testing';
import { PAGES_A_SLICE } from './cut-slices.js';
import type { ImportTarget } from './import.types.js';
import { OWN_TABLE_FROM_BYTES } from './import-progress.js';
import { MALFORMED_LINES, newList, type TestEngine, testEngine } from './test-engine.js';

Logger.overrideLogger(false);
let engine: TestEngine;
beforeAll(async () => {
  engine = await testEngine();
});
afterEach(() => {
  engine.progress.pagesASlice = PAGES_A_SLICE;
  engine.progress.ownTableFromBytes = OWN_TABLE_FROM_BYTES;
});
afterAll(() => engine?.close());

const hashes = (count: number) => Array.from({ length: count }, () => randomBytes(16).toString('hex'));
const transaction = <T>(work: (tx: Tx) => Promise<T>) => engine.dataSource.transaction(work);
const scratchTables = () =>
  engine.dataSource.query(`SELECT relname FROM pg_class WHERE relname LIKE 'import\\_scratch%' AND relkind = 'r'`);

/** Uploads a file that is read in ranges of so many bytes. */
async function uploadInRanges(list: ImportTarget, file: string, rangeBytes: number): Promise<string> {
  const id = await engine.upload(list, file);
  await engine.dataSource.query('UPDATE import SET range_bytes = $2 WHERE id = $1', [id, rangeBytes]);
  return id;
}

describe('an import', () => {
  it('adds what is new and counts every line', async () => {
    const list = newList();
    const file = `\ufeffA@b.co\r\n${md5Hex('a@b.co')}\n\n c@d.eu \nnobody\nc@d.eu`;
    const view = await engine.run(list, file);
    expect(view).toMatchObject({ status: 'success', submittedCount: 5, addedCount: 2, malformedCount: 1, progress: 1 });
    expect(view.message).toBe('5 lines read: 2 added, 2 already in the list or repeated in the file, 1 malformed.');
    expect(await engine.run(list, file)).toMatchObject({ status: 'success', submittedCount: 5, addedCount: 0 });
    expect(await scratchTables()).toEqual([]);
  });

  it.each([
    ['blanks alone', '\n \r\n\t\n', 'The file has no opt-outs: nothing but blank lines.', 0],
    [
      'malformed lines alone',
      'x\ny',
      '2 lines read: 0 added, 0 already in the list or repeated in the file, 2 malformed.',
      2,
    ],
  ])('of %s ends well', async (_what, file, message, malformedCount) => {
    const view = await engine.run(newList(), file);
    expect(view).toMatchObject({
      status: 'success',
      submittedCount: malformedCount,
      addedCount: 0,
      malformedCount,
      message,
    });
  });

  it.each([
    ['a NUL byte', `a@b.co\n${'x'.repeat(60_000)}\0\n`, 'NUL byte'],
    ['no line break', 'x'.repeat(1_048_577), 'no line break'],
  ])('of a file with %s at its beginning adds nothing', async (_what, file, word) => {
    const list = newList();
    const view = await engine.run(list, file);
    expect(view).toMatchObject({ status: 'failed', submittedCount: 0, addedCount: 0, malformedCount: 0 });
    expect(view.message).toContain(word);
    expect(await engine.optOuts.count(list.listId)).toBe(0);
  });

  it('takes a NUL byte further on as a malformed line', async () => {
    const file = `${'a@b.co\n'.repeat(10_000)}\0\n`;
    expect(await engine.run(newList(), file)).toMatchObject({ status: 'success', addedCount: 1, malformedCount: 1 });
  });

  it.each(['md5', 'sha512'] as const)('keeps no address on %s lists', async (storage) => {
    const list = newList(storage);
    const hash = storage === 'md5' ? md5Hex('b@b.co') : sha512Hex('b@b.co');
    expect(await engine.run(list, `a@b.co\nB@b.co\n${hash}`)).toMatchObject({ addedCount: 2, malformedCount: 0 });
    const pages = await engine.dataSource.query(
      'SELECT plains FROM opt_out_page JOIN opt_out_run ON run = id WHERE list_id = $1',
      [list.listId],
    );
    expect(pages).toEqual([{ plains: null }]);
  });

  it('of a big file has pages of its own, of 18 bytes a key at most, and leaves nothing when removed and purged', async () => {
    const list = newList('md5');
    engine.progress.ownTableFromBytes = 1_000_000;
    const lines = hashes(60_000);
    const view = await engine.run(list, lines.join('\n'));
    expect(view).toMatchObject({ status: 'success', addedCount: lines.length });
    const [run] = await engine.dataSource.query('SELECT id, own_table FROM opt_out_run WHERE list_id = $1', [
      list.listId,
    ]);
    const size = async () =>
      (
        await engine.dataSource.query(
          `SELECT pg_total_relation_size(to_regclass('opt_out_page_' || $1))::float8 AS bytes`,
          [run.id],
        )
      )[0].bytes;
    expect(run.own_table).toBe(true);
    expect((await size()) / lines.length).toBeLessThan(18);
    expect(await engine.optOuts.find([lines[7]!])).toMatchObject([{ listId: list.listId, importReference: view.id }]);

    const again = await engine.run(list, lines.slice(0, 1_000).concat(hashes(5)).join('\n'));
    expect(again).toMatchObject({ addedCount: 5, submittedCount: 1_005 });

    await transaction((tx) => engine.imports.remove(tx, view.id));
    expect(await engine.optOuts.count(list.listId)).toBe(1_005);
    await engine.upkeep.round();
    expect(await size()).toBeGreaterThan(0);
    await engine.dataSource.query(`UPDATE opt_out_run SET hidden_at = hidden_at - interval '2 hours' WHERE id = $1`, [
      run.id,
    ]);
    await engine.upkeep.round();
    expect(await size()).toBeNull();
  });
});

describe('the parts of imports', () => {
  it('give exact counts in whatever order, how often and beside which other import they are delivered', async () => {
    const person = fc.nat({ max: 60 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(person, { minLength: 1, maxLength: 80 }),
        fc.array(person, { minLength: 1, maxLength: 80 }),
        fc.integer({ min: 40, max: 900 }),
        fc.infiniteStream(fc.nat({ max: 1_000 })),
        async (one, other, rangeBytes, dice) => {
          const roll = () => dice.next().value as number;
          const list = newList();
          engine.progress.pagesASlice = 1 + (roll() % 3);
          const ids: string[] = [];
          for (const who of [one, other]) {
            ids.push(await uploadInRanges(list, who.map((n) => `person${n}@x.io`).join('\r\n'), rangeBytes));
          }
          const { messages } = engine;
          while (messages.length > 0) {
            const [message] = messages.splice(roll() % messages.length, 1);
            const next = messages.length > 0 ? messages.splice(roll() % messages.length, 1) : [];
            if (roll() % 4 === 0) await engine.deliver(message!);
            await Promise.all([message!, ...next].map(engine.deliver));
          }
          const views = await Promise.all(ids.map((id) => engine.imports.status(id)));
          expect(views).toMatchObject([
            { status: 'success', submittedCount: one.length, malformedCount: 0 },
            { status: 'success', submittedCount: other.length, malformedCount: 0 },
          ]);
          const all = new Set([...one, ...other]).size;
          expect(views[0]!.addedCount! + views[1]!.addedCount!).toBe(all);
          expect([new Set(one).size, all - new Set(other).size]).toContain(views[0]!.addedCount);
          expect(await engine.optOuts.count(list.listId)).toBe(all);
        },
      ),
      { numRuns: 25 },
    );
  }, 120_000);

  it('add up: every line that is not blank is added, known or malformed, whatever the lines are', async () => {
    const line = fc.oneof(
      fc.nat({ max: 30 }).map((n) => `Person${n}@x.io`),
      fc.nat({ max: 30 }).map((n) => md5Hex(`person${n}@x.io`).toUpperCase()),
      fc.constantFrom('', '  ', '\t', '\r', 'nobody', '@', 'a@b', sha512Hex('x'), 'é@x.io', 'x'.repeat(1_200)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(line, { minLength: 1, maxLength: 60 }), { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 30, max: 2_000 }),
        fc.constantFrom('plain' as const, 'md5' as const),
        async (files, rangeBytes, storage) => {
          const list = newList(storage);
          const all = new Set<string>();
          for (const lines of files) {
            const known = new Set(all);
            const id = await uploadInRanges(list, `${lines.join('\n')}\n`, rangeBytes);
            await engine.work();
            const filled = lines.map((one) => one.trim()).filter((one) => one !== '');
            const keys = filled.flatMap((one) =>
              /^person|é/i.test(one) ? md5Hex(one.toLowerCase()) : /^[0-9A-F]{32}$/.test(one) ? one.toLowerCase() : [],
            );
            for (const key of keys) all.add(key);
            const view = (await engine.imports.status(id))!;
            expect(view).toMatchObject({
              status: 'success',
              submittedCount: filled.length,
              malformedCount: filled.length - keys.length,
              addedCount: all.size - known.size,
            });
            if (filled.length === 0) continue;
            const told = [...view.message!.matchAll(/\d+/g)].map(Number);
            expect(told[0]).toBe(told[1]! + told[2]! + told[3]!);
          }
          expect(await engine.optOuts.count(list.listId)).toBe(all.size);
        },
      ),
      { numRuns: 25 },
    );
  }, 120_000);

  it('cut keys that are all in one place into even slices', async () => {
    const list = newList('md5');
    engine.progress.pagesASlice = 2;
    const lines = Array.from({ length: 20_000 }, (_, n) => `${'ab'.repeat(13)}${n.toString(16).padStart(6, '0')}`);
    const id = await engine.upload(list, lines.reverse().join('\n'));
    await engine.deliver(engine.messages.shift()!);
    await engine.deliver(engine.messages.shift()!);
    const slices = engine.messages.length;
    expect(slices).toBe(20);
    await engine.work();
    expect(await engine.imports.status(id)).toMatchObject({ status: 'success', addedCount: 20_000 });
    expect(await engine.optOuts.count(list.listId)).toBe(20_000);
  });

  it('are counted beside what was collected and in big lists, a few among many too', async () => {
    const list = newList('md5');
    const many = hashes(60_000);
    await engine.run(list, many.join('\n'));
    await transaction((tx) =>
      engine.optOuts.record(tx, [
        {
          eventId: '018f0000-0000-7000-8000-000000000001',
          listId: list.listId,
          hash: md5Hex('c@x.io'),
          collectedAt: new Date(),
        },
      ]),
    );
    const few = [many[0]!, many[59_999]!, ...hashes(3), md5Hex('c@x.io')];
    expect(await engine.run(list, few.join('\n'))).toMatchObject({ addedCount: 3, submittedCount: 6 });
  });
});

describe('the removal of an import', () => {
  it('while another is stored takes out what came in by it alone, and the other counts what it met', async () => {
    const list = newList('md5');
    const lines = Array.from({ length: 20_000 }, (_, n) => `${'ab'.repeat(13)}${n.toString(16).padStart(6, '0')}`);
    const { id: first } = await engine.run(list, lines.slice(0, 10_000).join('\n'));
    engine.progress.pagesASlice = 2;
    const second = await engine.upload(list, lines.slice(5_000).join('\n'));
    const [slice, ...slices] = [await engine.untilSlices(), ...engine.messages.splice(0)];
    expect(slices.length).toBeGreaterThan(2);
    await engine.deliver(slice!);
    expect(await transaction((tx) => engine.imports.remove(tx, second))).toBe(false);
    expect(await transaction((tx) => engine.imports.remove(tx, first))).toBe(true);
    for (const other of slices) await engine.deliver(other);
    await engine.work();
    const view = (await engine.imports.status(second))!;
    expect(view).toMatchObject({ status: 'success', submittedCount: 15_000, malformedCount: 0 });
    expect(view.addedCount).toBeGreaterThan(10_000);
    expect(view.addedCount).toBeLessThan(15_000);
    expect(await engine.optOuts.count(list.listId)).toBe(15_000);
    const facts = await engine.optOuts.find([lines[4_999]!, lines[5_000]!, lines[19_999]!], [list.listId]);
    expect(facts.map(({ importReference }) => importReference)).toEqual([second, second]);
  });
});

describe('the report of malformed lines', () => {
  const lines = Array.from({ length: 40 }, (_, n) => (n % 7 === 3 ? `nobody ${n}` : n % 5 === 0 ? '' : `p${n}@x.io`));
  const bad = lines.flatMap((line, n) => (line.startsWith('nobody') ? [n + 1] : []));

  it('has the first ones of the file with their numbers in it, in whatever order and how often parts are done', async () => {
    const id = await uploadInRanges(newList(), lines.join('\n'), 50);
    await engine.deliver(engine.messages.shift()!);
    const ranges = engine.messages.splice(0).reverse();
    for (const range of ranges.slice(0, -1)) await engine.deliver(range);
    await engine.deliver(ranges[0]!);
    expect(await engine.malformed.of(id)).toEqual([]);
    await engine.deliver(ranges.at(-1)!);
    await engine.deliver(ranges.at(-1)!);
    await engine.work();
    expect(await engine.imports.status(id)).toMatchObject({ status: 'success', malformedCount: bad.length });
    expect(await engine.malformed.of(id)).toEqual(
      bad
        .slice(0, MALFORMED_LINES)
        .map((line) => ({ line, reason: 'no_email_address', value: line < 11 ? 'n***** *' : 'n***** **' })),
    );
  });

  it('is kept for as long as the settings say after the end, and no longer', async () => {
    const views = [await engine.run(newList(), 'nobody\n'), await engine.run(newList(), 'nobody\na@x.io\n')];
    const [old, young] = views.map(({ id }) => id) as [string, string];
    const age = (id: string, hours: number) =>
      engine.dataSource.query(`UPDATE import SET finished_at = now() - $2 * interval '1 hour' WHERE id = $1`, [
        id,
        hours,
      ]);
    await age(old, 25);
    await age(young, 23);
    await engine.malformed.forget();
    expect(await engine.malformed.of(old)).toEqual([]);
    expect(await engine.malformed.of(young)).toHaveLength(1);
    expect(await engine.imports.status(old)).toMatchObject({ malformedCount: 1 });
  });

  it('has no numbers behind a part that could not be read', async () => {
    const id = await uploadInRanges(newList(), lines.join('\n'), 100);
    await engine.deliver(engine.messages.shift()!);
    const second = engine.messages.splice(1, 1)[0]!;
    await engine.ranges.giveUp(id, second.data.range);
    await engine.work();
    const report = await engine.malformed.of(id);
    expect(report[0]).toMatchObject({ line: 4 });
    expect(report.at(-1)).toEqual({ reason: 'no_email_address', value: 'n***** **' });
  });
});

describe('an import that can not go on', () => {
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => `p${from + n}@x.io`).join('\n');

  it.each([
    [
      'replaced',
      (key: string) => engine.storage.put(key, [Buffer.from(lines(500, 600))], { contentType: 'text/plain' }),
      'replaced',
    ],
    ['removed', (key: string) => engine.storage.remove(key), 'removed'],
  ])('because its file was %s while it was read keeps what was read before, and says so', async (_what, act, word) => {
    const list = newList();
    const id = await uploadInRanges(list, lines(100, 200), 400);
    await engine.deliver(engine.messages.shift()!);
    await engine.deliver(engine.messages.shift()!);
    await act(`uploads/${id}`);
    await engine.work();
    const view = (await engine.imports.status(id))!;
    expect(view).toMatchObject({ status: 'failed', submittedCount: 40, addedCount: 40, malformedCount: 0 });
    expect(view.message).toContain(word);
    expect(view.message).toContain('40 opt-outs were added and are kept');
    expect(await engine.optOuts.count(list.listId)).toBe(40);
    expect(await engine.run(list, lines(100, 200))).toMatchObject({ status: 'success', addedCount: 60 });
  });

  it('because a range was given up keeps the others', async () => {
    const list = newList();
    const id = await uploadInRanges(list, lines(100, 200), 400);
    await engine.deliver(engine.messages.shift()!);
    const { data } = engine.messages.shift()!;
    await engine.ranges.giveUp(id, data.range);
    await engine.work();
    const view = (await engine.imports.status(id))!;
    expect(view).toMatchObject({ status: 'failed', submittedCount: 60, addedCount: 60 });
    expect(view.message).toMatch(/^Part 1 of the file could not be read/);
    expect(await engine.optOuts.count(list.listId)).toBe(60);
  });

  it('because a slice was given up keeps the others, says how much, and lets the next import in', async () => {
    const list = newList('md5');
    engine.progress.pagesASlice = 2;
    const id = await engine.upload(list, hashes(4_000).join('\n'));
    const next = await engine.upload(list, 'after@x.io\n');
    await engine.deliver(engine.messages.shift()!);
    await engine.deliver(engine.messages.shift()!);
    await engine.deliver(engine.messages.shift()!);
    const first = engine.messages.findIndex(({ type }) => type === 'import-slice-requested');
    await engine.slices.giveUp(id, engine.messages.splice(first, 1)[0]!.data.slice);
    await engine.work();
    const view = (await engine.imports.status(id))!;
    expect(view).toMatchObject({ status: 'failed', submittedCount: 4_000 });
    expect(view.addedCount).toBeGreaterThan(0);
    expect(view.addedCount).toBeLessThan(4_000);
    expect(await engine.imports.status(next)).toMatchObject({ status: 'success', addedCount: 1 });
    expect(await engine.optOuts.count(list.listId)).toBe(view.addedCount! + 1);
  });

  it('because its file was gone, or another one, before it was opened has added nothing, and says so', async () => {
    for (const [act, word] of [
      [(key: string) => engine.storage.remove(key), 'removed'],
      [(key: string) => engine.storage.put(key, [Buffer.from('b@x.io\n')], { contentType: 'text/plain' }), 'replaced'],
    ] as const) {
      const list = newList();
      const id = await engine.upload(list, 'a@x.io\n');
      await act(`uploads/${id}`);
      await engine.work();
      const view = await engine.imports.status(id);
      expect(view).toMatchObject({ status: 'failed', submittedCount: 0, addedCount: 0, malformedCount: 0 });
      expect(view!.message).toMatch(new RegExp(`${word}.* Nothing was added\\.$`));
      expect(await engine.optOuts.count(list.listId)).toBe(0);
    }
  });

  it.each([
    ['be planned', 0],
    ['be read', 1],
    ['be stored', 2],
  ])('because nobody was told that it was to %s is asked for once more, after a while', async (_what, done) => {
    const list = newList();
    const id = await engine.upload(list, lines(100, 200));
    for (let step = 0; step < done; step++) await engine.deliver(engine.messages.shift()!);
    engine.messages.length = 0;
    await engine.upkeep.round();
    expect(engine.messages).toEqual([]);
    await engine.dataSource.query(`UPDATE import SET moved_at = moved_at - interval '31 minutes' WHERE id = $1`, [id]);
    await engine.upkeep.round();
    await engine.work();
    expect(await engine.imports.status(id)).toMatchObject({ status: 'success', addedCount: 100 });
  });

  it.each([
    ['reading', 1],
    ['storing', 2],
  ])('because its worker was killed behind the last part of %s is moved on, after a while', async (stage, done) => {
    const list = newList();
    const id = await engine.upload(list, lines(100, 200));
    for (let step = 0; step < done; step++) await engine.deliver(engine.messages.shift()!);
    const killed = jest.spyOn(engine.progress, 'advance').mockRejectedValueOnce(new Error('killed'));
    await expect(engine.deliver(engine.messages.shift()!)).rejects.toThrow('killed');
    killed.mockRestore();
    await engine.upkeep.round();
    expect(await engine.imports.status(id)).toMatchObject({ status: 'running', stage });
    await engine.dataSource.query(`UPDATE import SET moved_at = moved_at - interval '31 minutes' WHERE id = $1`, [id]);
    await engine.upkeep.round();
    await engine.work();
    expect(await engine.imports.status(id)).toMatchObject({ status: 'success', addedCount: 100 });
  });

  it('because it could not be planned fails, and tells the others', async () => {
    const list = newList();
    const id = await engine.upload(list, 'a@x.io');
    engine.messages.length = 0;
    await engine.planner.giveUp(id);
    expect(await engine.imports.status(id)).toMatchObject({ status: 'failed', addedCount: 0 });
    expect(engine.messages).toMatchObject([
      { type: 'import-finished', data: { importReference: id, status: 'failed' } },
    ]);
    engine.messages.length = 0;
  });

  it('because the server lost what was read is read again, and counted exactly', async () => {
    const list = newList('md5');
    engine.progress.pagesASlice = 2;
    const lose = (id: string) =>
      engine.dataSource.query(`TRUNCATE import_range, import_scratch_${id.replaceAll('-', '')}`);
    const id = await engine.upload(list, hashes(4_000).join('\n'));
    await engine.deliver(engine.messages.shift()!);
    await lose(id);
    await engine.work();
    await engine.upkeep.round();
    await engine.deliver(engine.messages.shift()!);
    await engine.deliver(engine.messages.shift()!);
    await lose(id);
    await engine.work();
    expect(await engine.imports.status(id)).toMatchObject({
      status: 'success',
      submittedCount: 4_000,
      addedCount: 4_000,
    });
    expect(await engine.optOuts.count(list.listId)).toBe(4_000);
  });

  it('because the server lost what it had read while it waited for another one is read again', async () => {
    const list = newList('md5');
    await engine.upload(list, hashes(100).join('\n'));
    const id = await engine.upload(list, hashes(50).join('\n'));
    const { messages } = engine;
    for (let part = 0; part < 4; part++) await engine.deliver(messages.shift()!);
    expect((await engine.imports.status(id))!.stage).toBe('queued');
    await engine.dataSource.query(`DELETE FROM import_range WHERE import_id = $1`, [id]);
    await engine.work();
    expect(await engine.imports.status(id)).toMatchObject({ status: 'success', submittedCount: 50, addedCount: 50 });
  });

  it('stores no slice of what is being read again since it was asked for', async () => {
    const list = newList('md5');
    const lines = Array.from({ length: 100 }, (_, n) => md5Hex(`again-${n}`));
    const id = await engine.upload(list, lines.join('\n'));
    const slice = await engine.untilSlices();
    // A worker has taken it up and waits for its memory; meanwhile another one finds that the server lost what was read.
    const memory = Promise.withResolvers<void>();
    const earlier = engine.workspace.use(list, () => memory.promise);
    const asking = jest.spyOn(engine.workspace, 'use');
    const writing = engine.deliver(slice);
    await eventually(() => expect(asking).toHaveBeenCalled());
    await engine.dataSource.query('DELETE FROM import_range WHERE import_id = $1', [id]);
    await engine.dataSource.transaction((tx) => engine.slices.readAgain(tx, id));
    memory.resolve();
    await Promise.all([earlier, writing]);
    asking.mockRestore();
    await engine.work();
    expect(await engine.imports.status(id)).toMatchObject({ status: 'success', addedCount: 100 });
    expect(await engine.optOuts.count(list.listId)).toBe(100);
  });

  it('because its worker lost the connection in a part is done by the next delivery', async () => {
    const list = newList();
    const id = await engine.upload(list, lines(100, 200));
    await engine.deliver(engine.messages.shift()!);
    const range = engine.messages.shift()!;
    const cut = () =>
      engine.dataSource.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`,
      );
    const blocker = engine.dataSource.createQueryRunner();
    await blocker.startTransaction();
    await blocker.query('LOCK TABLE import_range IN EXCLUSIVE MODE');
    const broken = engine.deliver(range);
    const outcome = broken.then(
      () => 'done',
      () => 'broken',
    );
    for (let waiting = 0; waiting === 0; ) {
      [{ waiting }] = await engine.dataSource.query(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
    }
    await cut();
    // It was cut as well: the pool must have seen that before it hands the connection to somebody else.
    await blocker.query('ROLLBACK').catch(() => undefined);
    await blocker.release().catch(() => undefined);
    expect(await outcome).toBe('broken');
    await engine.deliver(range);
    await engine.work();
    expect(await engine.imports.status(id)).toMatchObject({ status: 'success', addedCount: 100 });
  });
});
