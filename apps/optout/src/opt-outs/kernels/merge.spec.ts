import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { KeyBytes, OptOutFact } from '../opt-out.types.js';
import { BatchBuilder } from './batch-builder.js';
import { FoldPages } from './fold-pages.js';
import type { SourcePage } from './merge-cursors.js';
import { type FoldSource, MergePages, type MergeSource } from './merge-pages.js';

/** A run, or collected rows: keys (hex), of some the value. */
interface Source {
  keys: Map<string, string>;
  source: MergeSource;
}

/** Keys of every distribution: spread, all in one place but for some byte, all but the last byte alike, few different ones. */
function someKey(keyBytes: KeyBytes) {
  const alike = (at: number, byte: number) => {
    const key = Buffer.alloc(keyBytes, 0xab);
    key[at] = byte;
    return key.toString('hex');
  };
  return fc.oneof(
    fc.uint8Array({ minLength: keyBytes, maxLength: keyBytes }).map((bytes) => Buffer.from(bytes).toString('hex')),
    fc.tuple(fc.nat({ max: keyBytes - 1 }), fc.nat({ max: 255 })).map(([at, byte]) => alike(at, byte)),
    fc.nat({ max: 5 }).map((byte) => alike(keyBytes - 1, byte)),
    fc.nat({ max: 255 }).map((byte) => alike(0, byte)),
  );
}

function someSources(keyBytes: KeyBytes) {
  const value = fc.oneof(fc.constant(''), fc.string({ minLength: 1, maxLength: 30 }));
  const source = fc.record({
    keys: fc.array(fc.tuple(someKey(keyBytes), value), { maxLength: 60 }),
    collected: fc.boolean(),
    passes: fc.boolean(),
  });
  return fc.array(source, { maxLength: 7 }).map((sources) =>
    sources.map(({ keys, collected, passes }, n): Source => {
      const type = collected ? 'collected' : 'imported';
      const fact: OptOutFact = { type, listId: 'a', at: new Date(n), importReference: String(n) };
      return { keys: new Map(keys), source: { fact, passes } };
    }),
  );
}

/** Pages of some keys each, in the order of their first keys. */
function pagesOf<T>(sources: readonly { keys: Map<string, string>; source: T }[], pageKeys: number): SourcePage<T>[] {
  const pages = sources.flatMap(({ keys, source }) => {
    const sorted = [...keys].sort(([one], [other]) => (one < other ? -1 : 1));
    const own: SourcePage<T>[] = [];
    for (let at = 0; at < sorted.length; at += pageKeys) {
      const some = sorted.slice(at, at + pageKeys);
      const hasValues = some.some(([, value]) => value !== '');
      const plains = some.flatMap(([, value]) => [Buffer.of(Buffer.byteLength(value)), Buffer.from(value)]);
      own.push({
        source,
        keys: Buffer.from(some.map(([key]) => key).join(''), 'hex'),
        plains: hasValues ? Buffer.concat(plains) : null,
      });
    }
    return own;
  });
  return pages.sort((one, other) => one.keys.compare(other.keys));
}

function merged(keyBytes: KeyBytes, pages: readonly SourcePage<MergeSource | FoldSource>[], plain: boolean) {
  const builder = new BatchBuilder(keyBytes, plain);
  const merge = new MergePages(keyBytes, builder, { plain });
  for (const page of pages) merge.add(page);
  merge.end();
  return builder.end().flatMap(({ size, keys, plains, plainEnds, facts }) =>
    Array.from({ length: size }, (_, n) => ({
      key: keys.toString('hex', n * keyBytes, (n + 1) * keyBytes),
      plain: plain ? plains.toString('utf8', n === 0 ? 0 : plainEnds[n - 1], plainEnds[n]) : '',
      from: facts[n]!.importReference,
    })),
  );
}

/** The same, the plain way. Of several values any will do. */
function expected(sources: readonly Source[]) {
  const all = [...new Set(sources.flatMap(({ keys }) => [...keys.keys()]))].sort();
  return all.flatMap((key) => {
    const have = sources.filter(({ keys }) => keys.has(key));
    const best = have
      .map(({ source }) => source)
      .filter(({ passes }) => passes)
      .sort((a, b) => a.fact.type.localeCompare(b.fact.type) || a.fact.at.getTime() - b.fact.at.getTime())[0];
    const values = have.map(({ keys }) => keys.get(key)!).filter((value) => value !== '');
    return best ? [{ key, values: values.length > 0 ? values : [''], from: best.fact.importReference }] : [];
  });
}

describe.each([16, 64] as const)('runs of keys of %i bytes', (keyBytes) => {
  const pageKeys = fc.integer({ min: 1, max: 9 });

  it('are merged into each key once, with the fact that stands for it and a value that anybody knows', () => {
    fc.assert(
      fc.property(someSources(keyBytes), pageKeys, (sources, size) => {
        const pages = pagesOf(sources, size);
        const rows = expected(sources);
        const read = merged(keyBytes, pages, true);
        expect(read.map(({ key, from }) => [key, from])).toEqual(rows.map(({ key, from }) => [key, from]));
        read.forEach(({ plain }, n) => {
          expect(rows[n]!.values).toContain(plain);
        });
        // Without values, those who don't pass aren't read at all.
        const passing = pagesOf(
          sources.filter(({ source }) => source.passes),
          size,
        );
        expect(merged(keyBytes, passing, false).map(({ key, from }) => [key, from])).toEqual(
          rows.map(({ key, from }) => [key, from]),
        );
      }),
      { numRuns: 120 },
    );
  });

  it('are folded, and folds are folded again, without a difference to a reader, but for those who went', () => {
    fc.assert(
      fc.property(
        someSources(keyBytes),
        pageKeys,
        fc.nat({ max: 7 }),
        fc.infiniteStream(fc.boolean()),
        (sources, size, cut, dice) => {
          const stays = sources.map(() => dice.next().value !== false);
          const left = sources.filter((_, n) => stays[n]);
          // First the first few into one, all of them; then that with the others, without those who went.
          const first = sources.slice(0, cut);
          const folded = fold(
            keyBytes,
            pagesOf(
              first.map(({ keys }, n) => ({ keys, source: [n] })),
              size,
            ),
          );
          const ordinals = new Map(left.map((source, ordinal) => [source, ordinal]));
          const ofFold = first.map((source) => ordinals.get(source));
          const rest = pagesOf(
            sources.slice(cut).map((source) => ({ keys: source.keys, source: [ordinals.get(source)] })),
            size,
          );
          const all = fold(
            keyBytes,
            [...folded.pages.map((page) => ({ ...page, source: ofFold })), ...rest].sort((a, b) =>
              a.keys.compare(b.keys),
            ),
          );
          const source: FoldSource = { members: left.map((one) => one.source) };
          const pages = all.pages.map((page) => ({ ...page, source }));
          const direct = pagesOf(left, size);
          expect(all.keyCount).toBe(new Set(left.flatMap(({ keys }) => [...keys.keys()])).size);
          const rows = expected(left);
          const read = merged(keyBytes, pages, true);
          expect(read.map(({ key, from }) => [key, from])).toEqual(
            merged(keyBytes, direct, true).map(({ key, from }) => [key, from]),
          );
          read.forEach(({ plain }, n) => {
            expect(rows[n]!.values.some((value) => value !== '')).toBe(plain !== '');
          });
        },
      ),
      { numRuns: 120 },
    );
  });
});

function fold(keyBytes: KeyBytes, pages: readonly SourcePage<readonly (number | undefined)[]>[]) {
  const written: { keys: Buffer; plains: Buffer | null; origins: Buffer }[] = [];
  const merge = new FoldPages(keyBytes, ({ keys, plains, origins }) => {
    written.push({ keys: Buffer.from(keys), plains: plains && Buffer.from(plains), origins: Buffer.from(origins) });
  });
  for (const page of pages) merge.add(page);
  merge.end();
  return { pages: written, keyCount: merge.keyCount };
}
