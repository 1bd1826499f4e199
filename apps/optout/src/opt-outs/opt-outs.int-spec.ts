import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import { domainMatches, emailDomain, md5Hex } from '#identity';
import { eventually } from '#testing';
import { newList, type TestEngine, testEngine } from '../imports/engine/test-engine.js';
import { Erasure } from './erasure/erasure.js';
import type { CollectedOptOut, OptOutFact, OptOutFilter } from './opt-out.types.js';

Logger.overrideLogger(false);
let engine: TestEngine;
beforeAll(async () => {
  engine = await testEngine();
});
afterAll(() => engine?.close());

interface Row {
  key: string;
  plain: string;
  fact: OptOutFact;
}

async function read(lists: string[], filter: OptOutFilter = { plain: true }): Promise<Row[]> {
  return engine.optOuts.snapshot(lists, {}, async (snapshot) => {
    const rows: Row[] = [];
    for await (const { size, keyBytes, keys, plains, plainEnds, facts } of snapshot.stream(filter)) {
      for (let n = 0; n < size; n++) {
        const key = keys.toString('hex', n * keyBytes, (n + 1) * keyBytes);
        const plain = plains.toString('utf8', n === 0 ? 0 : plainEnds[n - 1], plainEnds[n]);
        rows.push({ key, plain, fact: facts[n]! });
      }
    }
    return rows;
  });
}

function collected(listId: string, plain: string, more: Partial<CollectedOptOut> = {}): CollectedOptOut {
  return { eventId: randomUUID(), listId, hash: md5Hex(plain), plain, collectedAt: new Date(), ...more };
}

async function isSomebodyWaiting(): Promise<boolean> {
  const [{ waiting }] = await engine.dataSource.query(
    `SELECT count(*) > 0 AS waiting FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
  );
  return waiting;
}

const record = (...items: CollectedOptOut[]) => engine.dataSource.transaction((tx) => engine.optOuts.record(tx, items));

describe('a list', () => {
  it('is, after any imports, removals and collects, what a plain model of it is', async () => {
    const people = Array.from({ length: 12 }, (_, n) => `p${n}@${n % 3 ? 'a.example.com' : 'b.example.org'}`);
    const person = fc.nat({ max: people.length - 1 });
    const step = fc.oneof(
      fc.record({
        do: fc.constant('import' as const),
        list: fc.nat({ max: 1 }),
        who: fc.array(person),
        hashed: fc.boolean(),
      }),
      fc.record({
        do: fc.constant('collect' as const),
        list: fc.nat({ max: 1 }),
        who: fc.array(person, { maxLength: 3 }),
        day: fc.nat({ max: 5 }),
        plain: fc.boolean(),
      }),
      fc.record({ do: fc.constant('remove' as const), which: fc.nat({ max: 5 }) }),
      fc.record({ do: fc.constant('fold' as const), runs: fc.nat({ max: 2 }), stale: fc.boolean() }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 9 }), async (steps) => {
        const lists = [newList(), newList()];
        let facts: { list: string; key: string; plain: string; type: string; at: Date; from?: string }[] = [];
        const imports: string[] = [];
        for (const one of steps) {
          if (one.do === 'import') {
            const list = lists[one.list]!;
            const lines = one.who.map((n) => (one.hashed ? md5Hex(people[n]!) : people[n]!));
            const had = new Set(facts.filter((fact) => fact.list === list.listId).map(({ key }) => key));
            const view = await engine.run(list, `${lines.join('\n')}\n`);
            const keys = new Set(one.who.map((n) => md5Hex(people[n]!)));
            expect(view).toMatchObject({
              status: 'success',
              submittedCount: lines.length,
              addedCount: [...keys].filter((key) => !had.has(key)).length,
              malformedCount: 0,
            });
            imports.push(view.id);
            const at = (
              await engine.dataSource.query('SELECT came_in FROM opt_out_run WHERE import_id = $1', [view.id])
            )[0];
            for (const n of new Set(one.who)) {
              facts.push({
                list: list.listId,
                key: md5Hex(people[n]!),
                plain: one.hashed ? '' : people[n]!,
                type: 'imported',
                at: at.came_in,
                from: view.id,
              });
            }
          } else if (one.do === 'collect') {
            const { listId } = lists[one.list]!;
            const collectedAt = new Date(Date.UTC(2026, 0, 1 + one.day));
            const items = one.who.map((n) => {
              const item = collected(listId, people[n]!, { collectedAt });
              return one.plain ? item : { ...item, plain: undefined };
            });
            expect(await record(...items, ...items)).toBe(items.length);
            for (const n of one.who) {
              facts.push({
                list: listId,
                key: md5Hex(people[n]!),
                plain: one.plain ? people[n]! : '',
                type: 'collected',
                at: collectedAt,
              });
            }
          } else if (one.do === 'fold') {
            engine.folding.runsATier = one.runs;
            await engine.listFolding.round(one.stale ? 0 : 60);
          } else if (imports[one.which]) {
            const id = imports[one.which]!;
            expect(await engine.dataSource.transaction((tx) => engine.imports.remove(tx, id))).toBe(true);
            expect((await engine.imports.status(id))?.status).toBe('removed');
            facts = facts.filter(({ from }) => from !== id);
          }
        }
        const model = (ids: string[], passes: (fact: (typeof facts)[0]) => boolean, domains?: string[]) => {
          const known = facts.filter(({ list }) => ids.includes(list));
          const plains = new Map(known.filter(({ plain }) => plain).map(({ key, plain }) => [key, plain]));
          return [...new Set(known.filter(passes).map(({ key }) => key))]
            .sort()
            .map((key) => {
              const own = known.filter((fact) => fact.key === key && passes(fact));
              const best = own.sort((a, b) => a.type.localeCompare(b.type) || a.at.getTime() - b.at.getTime())[0]!;
              return { key, plain: plains.get(key) ?? '', type: best.type, at: best.at.getTime() };
            })
            .filter(
              ({ plain }) => !domains || domains.some((root) => plain && domainMatches(emailDomain(plain), root)),
            );
        };
        const seen = async (ids: string[], filter: OptOutFilter) =>
          (await read(ids, { plain: true, ...filter })).map(({ key, plain, fact }) => ({
            key,
            plain,
            type: fact.type,
            at: fact.at.getTime(),
          }));
        const [one, other] = lists.map(({ listId }) => listId) as [string, string];
        const from = new Date(Date.UTC(2026, 0, 2));
        const before = new Date(Date.UTC(2026, 0, 4));
        expect(await seen([one], {})).toEqual(model([one], () => true));
        expect(await seen([one, other], {})).toEqual(model([one, other], () => true));
        expect(await seen([one, other], { types: ['imported'] })).toEqual(
          model([one, other], ({ type }) => type === 'imported'),
        );
        expect(await seen([one, other], { types: ['collected'], from, before })).toEqual(
          model([one, other], ({ type, at }) => type === 'collected' && at >= from && at < before),
        );
        expect(await seen([one, other], { domains: ['example.org'] })).toEqual(
          model([one, other], () => true, ['example.org']),
        );
        expect((await read([one, other], {})).map(({ key }) => key)).toEqual(
          model([one, other], () => true).map(({ key }) => key),
        );
        expect(await engine.optOuts.count(one)).toBe(model([one], () => true).length);
        for (const email of people.slice(0, 4)) {
          const found = await engine.optOuts.find([md5Hex(email)], [one, other]);
          expect(found.map(({ type, at, importReference }) => [type, at.getTime(), importReference]).sort()).toEqual(
            facts
              .filter(({ key }) => key === md5Hex(email))
              .map(({ type, at, from }) => [type, at.getTime(), from])
              .sort(),
          );
        }
      }),
      { numRuns: 25 },
    );
    engine.folding.runsATier = 16;
  }, 60_000);

  it('says of one opt-out in which lists it is, since when and from where', async () => {
    const [one, other] = [newList(), newList('md5')];
    const view = await engine.run(one, 'who@x.io\nelse@x.io\n');
    await record(
      collected(other.listId, 'who@x.io', { plain: undefined, campaign: 'Spring', ip: '192.0.2.7', metadata: 'ref' }),
    );
    const facts = await engine.optOuts.find([md5Hex('who@x.io')]);
    expect(facts).toMatchObject([
      { type: 'imported', listId: one.listId, importReference: view.id },
      { type: 'collected', listId: other.listId, campaign: 'Spring', ip: '192.0.2.7', metadata: 'ref' },
    ]);
    expect(await engine.optOuts.find([md5Hex('who@x.io')], [other.listId])).toHaveLength(1);
    expect(await engine.optOuts.find([md5Hex('nobody@x.io')])).toEqual([]);
  });

  it('is found by metadata exactly, and gives back what a link captured', async () => {
    const { listId } = newList();
    await record(
      collected(listId, 'a@x.io', { metadata: "it's, ok", linkKey: 'k', affiliate: 'A', subAffiliate: 'S' }),
      collected(listId, 'b@x.io', { metadata: "It's, ok" }),
    );
    const rows = await read([listId], { metadata: "it's, ok" });
    expect(rows).toMatchObject([
      { key: md5Hex('a@x.io'), fact: { metadata: "it's, ok", linkKey: 'k', affiliate: 'A', subAffiliate: 'S' } },
    ]);
  });

  it('has no opt-out fall between two deltas', async () => {
    const list = newList();
    const marked = () =>
      engine.optOuts.snapshot([list.listId], { watermark: true }, async ({ watermark }) => watermark!);
    const since = (from: string) => read([list.listId], { since: from, plain: true });
    await engine.run(list, 'a@x.io\n');
    const first = await marked();
    expect(await since(first)).toEqual([]);
    await record(collected(list.listId, 'b@x.io', { collectedAt: new Date(0) }));
    await engine.run(list, 'c@x.io\n');
    expect((await since(first)).map(({ plain }) => plain).sort()).toEqual(['b@x.io', 'c@x.io']);
    expect(await since(await marked())).toEqual([]);
  });

  it('has what is being committed while a file begins in that file, or in the delta after it', async () => {
    const { listId } = newList();
    const writer = engine.dataSource.createQueryRunner();
    await writer.startTransaction();
    await engine.optOuts.record(writer.manager, [collected(listId, 'late@x.io')]);
    const reading = engine.optOuts.snapshot([listId], { watermark: true }, async (snapshot) => ({
      watermark: snapshot.watermark!,
      count: await snapshot.count(),
    }));
    // The reader goes on when the writer has ended. One that went on at once, by the order of a sequence or of times before the commit, would have lost him.
    await Promise.race([reading, eventually(isSomebodyWaiting)]);
    await writer.commitTransaction();
    await writer.release();
    const { watermark, count } = await reading;
    expect(count + (await read([listId], { since: watermark })).length).toBe(1);
  });

  it('gives its plain values in order of their bytes, and says whether any is known by its hash alone', async () => {
    const list = newList();
    await engine.run(list, `b@x.io\nä@x.io\na@x.io\nB@y.io\n${md5Hex('hash@x.io')}\n`);
    const lines = () =>
      engine.optOuts.snapshot([list.listId], {}, async (snapshot) => {
        const chunks: Buffer[] = [];
        for await (const chunk of snapshot.plainLines()) chunks.push(chunk);
        return { text: Buffer.concat(chunks).toString(), hashOnly: await snapshot.hasHashOnly() };
      });
    expect(await lines()).toEqual({ text: 'a@x.io\nb@x.io\nb@y.io\nä@x.io\n', hashOnly: true });
    await record(collected(list.listId, 'hash@x.io'));
    expect(await lines()).toEqual({ text: 'a@x.io\nb@x.io\nb@y.io\nhash@x.io\nä@x.io\n', hashOnly: false });
  });

  it('is merged from pages of many runs, with long values, in bounded batches', async () => {
    const list = newList();
    const person = (n: number) => `${'person'.repeat(8)}${n}@${'mail'.repeat(10)}.example.com`;
    const all = new Set<string>();
    for (let run = 0; run < 3; run++) {
      const some = Array.from({ length: 9_000 }, (_, n) => person(n * (run + 1)));
      for (const one of some) all.add(one);
      expect((await engine.run(list, some.join('\n'))).status).toBe('success');
    }
    const rows = await read([list.listId]);
    expect(rows.map(({ plain }) => plain).sort()).toEqual([...all].sort());
    expect(rows.every(({ key, plain }) => key === md5Hex(plain))).toBe(true);
    expect(await engine.optOuts.count(list.listId)).toBe(all.size);
    expect((await read([list.listId], {})).map(({ key }) => key)).toEqual(rows.map(({ key }) => key));
  });

  it('is read in one state, whatever is imported, removed, collected and folded meanwhile', async () => {
    const list = newList();
    const imports: string[] = [];
    for (let n = 0; n < 3; n++) {
      const people = Array.from({ length: 6_000 }, (_, one) => `p${one * (n + 1)}@x.io`);
      imports.push((await engine.run(list, people.join('\n'))).id);
    }
    const before = (await read([list.listId])).map(({ key, plain }) => key + plain);
    engine.folding.runsATier = 1;
    const meanwhile = await engine.optOuts.snapshot([list.listId], {}, async (snapshot) => {
      const rows: string[] = [];
      let disturbed = false;
      for await (const { size, keys, plains, plainEnds } of snapshot.stream({ plain: true })) {
        for (let n = 0; n < size; n++) {
          const plain = plains.toString('utf8', n === 0 ? 0 : plainEnds[n - 1], plainEnds[n]);
          rows.push(keys.toString('hex', n * 16, n * 16 + 16) + plain);
        }
        if (disturbed) continue;
        disturbed = true;
        await engine.run(list, 'new@x.io\nq7@x.io\n');
        await engine.dataSource.transaction((tx) => engine.imports.remove(tx, imports[0]!));
        await record(collected(list.listId, 'clicked@x.io'));
        await engine.listFolding.round(0);
      }
      expect(await snapshot.count()).toBe(before.length);
      return rows;
    });
    engine.folding.runsATier = 16;
    expect(meanwhile).toEqual(before);
    expect(await read([list.listId])).not.toHaveLength(before.length);
  });

  it('keeps nothing of who is erased while their opt-out is being recorded', async () => {
    const list = newList();
    const recording = engine.dataSource.createQueryRunner();
    await recording.startTransaction();
    await engine.optOuts.record(recording.manager, [collected(list.listId, 'gone@x.io', { ip: '192.0.2.1' })]);
    const erasing = new Erasure(engine.dataSource).erase([md5Hex('gone@x.io')]);
    await eventually(isSomebodyWaiting);
    await recording.commitTransaction();
    await recording.release();
    await erasing;
    expect(await read([list.listId])).toEqual([
      { key: md5Hex('gone@x.io'), plain: '', fact: expect.not.objectContaining({ ip: expect.anything() }) },
    ]);
  });

  it('counts as changed whenever it did', async () => {
    const list = newList();
    const changes = () =>
      engine.optOuts.snapshot([list.listId], { watermark: true }, async (at) => at.changes.get(list.listId));
    expect(await changes()).toBe('0');
    const { id } = await engine.run(list, 'a@x.io');
    expect(await changes()).toBe('1');
    await record(collected(list.listId, 'b@x.io'));
    expect(await changes()).toBe('2');
    await engine.dataSource.transaction((tx) => engine.imports.remove(tx, id));
    expect(await changes()).toBe('3');
  });
});
