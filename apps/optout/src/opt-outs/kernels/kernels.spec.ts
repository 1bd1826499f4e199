import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dropRepeats } from './drop-repeats.js';
import { fillRecords, lowerBound } from './fill-records.js';
import { MarkKnown } from './mark-known.js';
import { md5Into } from './md5.js';
import { Md5Lanes } from './md5-lanes.js';
import { Records } from './records.js';
import { sortRecords } from './sort-records.js';

function recordsOf(keys: readonly Buffer[], keyBytes: 16 | 64, keepsPlain = false): Records {
  const width = keyBytes / 4 + 1;
  const records = new Records(keyBytes, keepsPlain, {
    words: new Uint32Array((keys.length + 1) * width),
    spare: new Uint32Array((keys.length + 1) * width),
    arena: Buffer.alloc(1_024),
  });
  fillRecords(records, Buffer.concat(keys), null, null, null);
  return records;
}

function keysOf({ words, count, width, keyWords }: Records): string[] {
  return Array.from({ length: count }, (_, n) =>
    Array.from(words.subarray(n * width, n * width + keyWords), (word) => word.toString(16).padStart(8, '0')).join(''),
  );
}

/** Keys of every distribution: spread, all in one place but for some byte, few different ones. */
function keys(keyBytes: 16 | 64) {
  const spread = fc.uint8Array({ minLength: keyBytes, maxLength: keyBytes }).map((bytes) => Buffer.from(bytes));
  const alike = fc.tuple(fc.nat({ max: keyBytes - 1 }), fc.nat({ max: 255 })).map(([at, byte]) => {
    const key = Buffer.alloc(keyBytes, 0xab);
    key[at] = byte;
    return key;
  });
  return fc.oneof(
    fc.array(spread, { maxLength: 200 }),
    fc.array(alike, { maxLength: 400 }),
    fc.array(fc.oneof(spread, alike), { maxLength: 400 }),
  );
}

describe.each([16, 64] as const)('keys of %i bytes', (keyBytes) => {
  it.each([false, true])('are sorted as their bytes are, with their values (%s)', (keepsPlain) => {
    fc.assert(
      fc.property(keys(keyBytes), (some) => {
        const records = recordsOf(some, keyBytes, keepsPlain);
        const { words, width, keyWords } = records;
        if (keepsPlain) for (let n = 0; n < records.count; n++) words[n * width + keyWords] = n + 1;
        sortRecords(records);
        expect(keysOf(records)).toEqual(some.map((key) => key.toString('hex')).sort());
        if (keepsPlain) {
          for (let n = 0; n < records.count; n++) {
            const place = records.words[n * width + keyWords]!;
            expect(some[place - 1]!.toString('hex')).toBe(keysOf(records)[n]);
          }
        }
      }),
    );
  });

  it('are kept once each, with the value if any of them has one', () => {
    fc.assert(
      fc.property(keys(keyBytes), (some) => {
        const records = recordsOf(some, keyBytes, true);
        const valued = new Set<string>();
        for (let n = 0; n < records.count; n += 3) {
          records.words[n * records.width + records.keyWords] = 7;
          valued.add(some[n]!.toString('hex'));
        }
        sortRecords(records);
        dropRepeats(records);
        const kept = keysOf(records);
        expect(kept).toEqual([...new Set(some.map((key) => key.toString('hex')))].sort());
        kept.forEach((key, n) => {
          expect(records.words[n * records.width + records.keyWords] !== 0).toBe(valued.has(key));
        });
      }),
    );
  });

  it('are recognised beside keys that come in pages', () => {
    fc.assert(
      fc.property(keys(keyBytes), keys(keyBytes), fc.integer({ min: 1, max: 9 }), (some, others, pageKeys) => {
        const records = recordsOf(some, keyBytes);
        sortRecords(records);
        dropRepeats(records);
        const theirs = [...others, ...some.slice(0, 20)].sort(Buffer.compare);
        const marks = new Uint8Array(records.count);
        const pass = new MarkKnown(records, marks);
        for (let n = 0; n < theirs.length; n += pageKeys) pass.page(Buffer.concat(theirs.slice(n, n + pageKeys)));
        const known = new Set(theirs.map((key) => key.toString('hex')));
        expect([...marks].map(Boolean)).toEqual(keysOf(records).map((key) => known.has(key)));
      }),
    );
  });

  it('of a page are taken within bounds alone', () => {
    fc.assert(
      fc.property(keys(keyBytes), keys(keyBytes), (some, bounds) => {
        const sorted = [...some].sort(Buffer.compare);
        const [low = null, high = null] = bounds.slice(0, 2).sort(Buffer.compare);
        const records = recordsOf([], keyBytes);
        const room = new Records(keyBytes, false, {
          words: new Uint32Array((some.length + 1) * keyBytes),
          spare: records.spare,
          arena: records.arena,
        });
        if (sorted.length > 0) fillRecords(room, Buffer.concat(sorted), null, low, high);
        const within = sorted.filter((key) => (!low || key.compare(low) >= 0) && (!high || key.compare(high) < 0));
        expect(keysOf(room)).toEqual(within.map((key) => key.toString('hex')));
      }),
    );
  });
});

it('refuses more keys than there is room for, instead of losing them', () => {
  const records = recordsOf([], 16);
  expect(() => fillRecords(records, randomBytes(16 * 3), null, null, null)).toThrow(RangeError);
});

it('finds the first key that is not less', () => {
  const sorted = Buffer.concat([1, 3, 3, 5].map((byte) => Buffer.alloc(16, byte)));
  expect([0, 1, 2, 3, 4, 5, 6].map((byte) => lowerBound(sorted, 16, Buffer.alloc(16, byte)))).toEqual([
    0, 0, 1, 1, 3, 3, 4,
  ]);
});

it('hashes short values as OpenSSL does, any number of them, four at a time', () => {
  const lanes = new Md5Lanes();
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 70 }), { maxLength: 11 }), (values) => {
      lanes.words = new Uint32Array(values.length * 4).fill(7);
      for (const [n, value] of values.entries()) {
        const taken = lanes.add(
          new DataView(Uint8Array.of(...value, ...Array(8).fill(0xff)).buffer),
          0,
          value.length,
          n * 4,
        );
        expect(taken).toBe(value.length <= 55);
        if (!taken) md5Into(value, 0, value.length, lanes.words, n * 4);
      }
      lanes.flush();
      const hex = Array.from(lanes.words, (word) => word.toString(16).padStart(8, '0')).join('');
      expect(hex).toBe(values.map((value) => createHash('md5').update(value).digest('hex')).join(''));
    }),
  );
});

it('hashes as OpenSSL does, whatever the length', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 260 }), fc.nat({ max: 9 }), (bytes, start) => {
      const words = new Uint32Array(6);
      md5Into(Buffer.concat([Buffer.alloc(start), bytes, Buffer.from('rest')]), start, start + bytes.length, words, 1);
      const hex = Array.from(words.subarray(1, 5), (word) => word.toString(16).padStart(8, '0')).join('');
      expect(hex).toBe(createHash('md5').update(bytes).digest('hex'));
    }),
  );
});
