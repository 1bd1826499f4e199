import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { csvFields } from './csv-fields.js';
import { Records } from './records.js';

async function* chunked(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

const all = async (text: string, { quotes = false, size = 3 } = {}) =>
  new Records(chunked(Buffer.from(text), size), quotes, 0, 1).take(1_000);

describe('records', () => {
  it('are lines, numbered, without blank ones, line ends and the mark of byte order', async () => {
    expect(await all('\uFEFFa\r\n\n  \nbé\nc')).toEqual([
      { text: 'a', line: 1, isUtf8: true, isTooLong: false },
      { text: 'bé', line: 4, isUtf8: true, isTooLong: false },
      { text: 'c', line: 5, isUtf8: true, isTooLong: false },
    ]);
  });

  it('of CSV hold the line breaks of quoted fields', async () => {
    expect(await all('a,"b\n""c\n"\nd', { quotes: true })).toMatchObject([
      { text: 'a,"b\n""c\n"', line: 1 },
      { text: 'd', line: 4 },
    ]);
  });

  it('say when the bytes are not UTF-8', async () => {
    const records = new Records(chunked(Buffer.from([0x61, 0xff, 0x0a]), 1), false, 0, 1);
    expect(await records.take(1)).toMatchObject([{ isUtf8: false }]);
  });

  it('are the same however the bytes come, and wherever one goes on reading', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.stringMatching(/^[a-z"é,]{0,5}$/), { maxLength: 12 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 5 }),
        async (lines, quotes, size, step) => {
          const bytes = Buffer.from(lines.join('\n'));
          const whole = await new Records(chunked(bytes, 10_000), quotes, 0, 1).take(1_000);
          const parts = [];
          let [offset, line] = [0, 1];
          for (;;) {
            const records = new Records(chunked(bytes.subarray(offset), size), quotes, offset, line);
            const taken = await records.take(step);
            parts.push(...taken);
            ({ offset, line } = records);
            if (taken.length < step) break;
          }
          expect(parts).toEqual(whole);
          expect(offset).toBe(bytes.length);
        },
      ),
    ));

  it.each([false, true])(
    'are passed over where they are too long (quotes %p), and the next one is where it is',
    async (quotes) => {
      const long = 'x'.repeat(2_000_000);
      for (const size of [100_000, 5_000_000]) {
        const bytes = Buffer.from(`a\n${long}\nb\n${long}`);
        const records = new Records(chunked(bytes, size), quotes, 0, 1);
        expect(await records.take(2)).toMatchObject([
          { text: 'a', line: 1, isTooLong: false },
          { text: '', line: 2, isTooLong: true },
        ]);
        expect([records.offset, records.line, records.ended]).toEqual([2_000_003, 3, false]);
        expect(await records.take(9)).toMatchObject([
          { text: 'b', line: 3 },
          { text: '', line: 4, isTooLong: true },
        ]);
        expect([records.offset, records.ended]).toEqual([bytes.length, true]);
      }
    },
  );

  it('end the reading where a quote is not closed', async () => {
    await expect(all(`a\n"${'x'.repeat(2_000_000)}`, { quotes: true, size: 100_000 })).rejects.toThrow(
      'line 2 does not end',
    );
  });
});

describe('the fields of CSV', () => {
  it.each([
    ['a,b', ['a', 'b']],
    ['', ['']],
    ['a,', ['a', '']],
    ['"a,b","c""d",', ['a,b', 'c"d', '']],
    ['"a\nb"', ['a\nb']],
  ])('of %j', (record, fields) => expect(csvFields(record)).toEqual(fields));

  it.each(['"a', 'a"b', '"a"b', 'x,"'])('are not to be had of %j', (record) =>
    expect(csvFields(record)).toBeUndefined(),
  );

  it('come back as they were written', () =>
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', ' ') }), { minLength: 1 }),
        (fields) => {
          const record = fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(',');
          expect(csvFields(record)).toEqual(fields);
        },
      ),
    ));
});
