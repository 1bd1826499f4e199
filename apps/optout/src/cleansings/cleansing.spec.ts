import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isMd5Hex, md5Hex, normaliseEmail, sha512Hex } from '#identity';
import type { KeyBytes, OptOutSnapshot, Records } from '../opt-outs/index.js';
import { EntryReader } from './entry-reader.js';
import { judgeEntries } from './judge-entries.js';
import { stretches } from './lines/stretches.js';
import { ListSide } from './list-side.js';
import { splitLines } from './split-lines.js';
import { textOnly } from './text-only.js';
import { Verdicts } from './verdicts.js';

async function* cut(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield Buffer.from(bytes.subarray(at, at + size));
}

async function text(chunks: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(Buffer.from(chunk));
  return Buffer.concat(all).toString('latin1');
}

/** A list that has these people. It looks at records as the store does: sorted. */
function listOf(people: string[], keyBytes: KeyBytes): OptOutSnapshot {
  const keys = new Set(people.map(keyBytes === 16 ? md5Hex : sha512Hex));
  const known = async ({ words, width, keyWords, count }: Records) =>
    Uint8Array.from({ length: count }, (_, n) => {
      const key = words.subarray(n * width, n * width + keyWords);
      const hex = Array.from(key, (word) => word.toString(16).padStart(8, '0')).join('');
      return keys.has(hex) ? 1 : 0;
    });
  return { known } as OptOutSnapshot;
}

async function cleanse(
  bytes: Buffer,
  people: string[],
  { most = 1_000, chunk = 1 << 20, domains = [] as string[], keyBytes = 16 as KeyBytes } = {},
) {
  const verdicts = new Verdicts();
  const sides = [new ListSide(keyBytes, listOf(people, keyBytes), verdicts, most)];
  const reader = new EntryReader({ channel: 'email', domains }, sides, verdicts);
  const file = () => stretches(textOnly(cut(bytes, chunk)));
  const counts = await judgeEntries(file(), reader, sides);
  return {
    ...counts,
    matched: verdicts.matched,
    cleansed: await text(splitLines(file(), verdicts, false)),
    matches: await text(splitLines(file(), verdicts, true)),
  };
}

const people = ['a@b.co', 'jane@shop.example', 'ünï@exämple.de', 'x@y.zz'];
const address = fc.oneof(
  fc.constantFrom(...people, 'JANE@shop.example', 'other@b.co', 'no one@b.co'),
  fc.emailAddress(),
);
const field = fc.oneof(
  address,
  address.map((one) => md5Hex(one.toLowerCase())),
  address.map((one) => md5Hex(one.toLowerCase()).toUpperCase()),
  address.map((one) => `\u00a0${md5Hex(one.toLowerCase())}\u2003\u3000`),
  fc.constantFrom('', 'email', 'x', ' ', 'y'.repeat(1_100), '\xff\xfe@b.co'),
);
const line = fc
  .tuple(
    fc.constantFrom('', '', ' ', '\t'),
    field,
    fc.boolean(),
    fc.constantFrom('', '', ' ', ',Jane,"Doe, J."', ';x', '\tx@y.zz', `,${'n'.repeat(70_000)}`),
    fc.constantFrom('\n', '\n', '\r\n'),
  )
  .map(([before, entry, quoted, after, end]) => before + (quoted ? `"${before}${entry}"` : entry) + after + end);

describe('a cleansed mailing list and its matches', () => {
  it('make up what was sent, line by line, and hold whom they should', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 25 }),
        fc.boolean(),
        fc.boolean(),
        fc.integer({ min: 1, max: 5_000 }),
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom<string[]>([], ['b.co'], ['shop.example', 'y.zz']),
        async (lines, bom, lastBreak, cutAt, most, domains) => {
          const whole = (bom ? '\ufeff' : '') + lines.join('');
          const sent = Buffer.from(lastBreak ? whole : whole.replace(/\r?\n$/, ''));
          // A long line in tiny chunks would only take time.
          const chunk = sent.length > 10_000 ? cutAt + 5_000 : cutAt;
          const expected = { cleansed: '', matches: '', submitted: 0, malformed: 0, matched: 0 };
          for (const one of sent.toString('latin1').split(/(?<=\n)/)) {
            const utf8 = Buffer.from(one, 'latin1')
              .toString()
              .replace(/^\ufeff/, '');
            if (utf8.trim() === '') {
              expected.cleansed += one;
              continue;
            }
            const entry = /^[ \t]*(?:"([^"]*)|([^,;\t\n]*))/.exec(utf8)?.slice(1).find(Boolean)?.trim() ?? '';
            const email = isMd5Hex(entry) ? undefined : normaliseEmail(entry);
            const key = isMd5Hex(entry) ? entry.toLowerCase() : email && md5Hex(email);
            const isMatch =
              people.some((person) => md5Hex(person) === key) || domains.includes(email?.split('@').at(-1) ?? '');
            expected.submitted++;
            if (!key) expected.malformed++;
            if (isMatch) expected.matched++;
            expected[isMatch ? 'matches' : 'cleansed'] += one;
          }
          expect(await cleanse(sent, people, { chunk, most, domains })).toEqual(expected);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('tell a domain that is suppressed from one that ends alike', async () => {
    const sent = 'a@rival.example\nb@mail.RIVAL.example\nc@arrival.example\n';
    const { matches } = await cleanse(Buffer.from(sent), [], { domains: ['rival.example'] });
    expect(matches).toBe('a@rival.example\nb@mail.RIVAL.example\n');
  });

  it('have a domain that is suppressed after a line that is longer', async () => {
    // The longer address has its @ where the shorter one ends.
    const sent = 'abcdefghijklmno@shop.example\nb@rival.example\n';
    const { matches } = await cleanse(Buffer.from(sent), [], { domains: ['rival.example'] });
    expect(matches).toBe('b@rival.example\n');
  });

  it('have the same entries however the file comes, also of lines that begin with a great many blanks', async () => {
    const blanks = (count: number) => ' '.repeat(count);
    const sent = `${blanks(70_000)}a@b.co\njane@shop.example\n${blanks(30_000)}a@b.co\nother@b.co\n`;
    for (const chunk of [1 << 20, 66_000, 1_000])
      expect(await cleanse(Buffer.from(sent), people, { chunk })).toMatchObject({
        matches: `jane@shop.example\n${blanks(30_000)}a@b.co\n`,
        cleansed: `${blanks(70_000)}a@b.co\nother@b.co\n`,
      });
  });

  it.each([
    ['MD5', md5Hex, 16],
    ['SHA-512', sha512Hex, 64],
  ] as const)('know who stands behind %s with blanks of Unicode around it', async (_, hashOf, keyBytes) => {
    const jane = hashOf('jane@shop.example');
    const matches = `${jane}\u00a0\n\ufeff${jane}\r\n"\u3000${jane.toUpperCase()}\f",x\n`;
    const cleansed = `${hashOf('other@b.co')}\u00a0\n${jane}\u00a0x\n`;
    const sent = Buffer.from(matches + cleansed);
    expect(await cleanse(sent, people, { keyBytes })).toEqual({
      submitted: 5,
      malformed: 1,
      matched: 3,
      matches: Buffer.from(matches).toString('latin1'),
      cleansed: Buffer.from(cleansed).toString('latin1'),
    });
  });

  it('are refused where a hash is of a kind that nobody can compare', async () => {
    for (const digits of [24, 40, 64, 128])
      await expect(cleanse(Buffer.from(`a@b.co\n${'ab'.repeat(digits / 2)},x\n`), people)).rejects.toMatchObject({
        code: 'invalid_format',
      });
    await expect(cleanse(Buffer.from(`\u00a0${'ab'.repeat(20)}\n`), people)).rejects.toMatchObject({
      code: 'invalid_format',
    });
  });

  it('are refused where what was sent is no text', async () => {
    await expect(cleanse(Buffer.from('a@b.co\n\0'), people)).rejects.toMatchObject({ code: 'invalid_file' });
    await expect(cleanse(Buffer.alloc(1_048_577, 'a'), people)).rejects.toMatchObject({ code: 'invalid_file' });
  });

  it('are refused where lines end in CR alone, unless it is one line', async () => {
    for (const chunk of [1, 7, 1 << 20]) {
      const parts = (sent: string) => cleanse(Buffer.from(sent), people, { chunk });
      for (const sent of ['a@b.co\rother@b.co', 'a@b.co\rother@b.co\r', '\ra@b.co'])
        await expect(parts(sent)).rejects.toMatchObject({ code: 'invalid_file' });
      for (const sent of ['a@b.co', 'a@b.co\r', 'a@b.co\r\n', 'a@b.co\n'])
        expect(await parts(sent)).toMatchObject({ matches: sent, cleansed: '' });
    }
  });

  it('take no memory for a line of 200 MB', async () => {
    async function* long() {
      yield Buffer.from('jane@shop.example,');
      for (let n = 0; n < 200; n++) yield Buffer.alloc(1 << 20, 'n');
      yield Buffer.from('\nother@b.co\n');
    }
    let largest = 0;
    let size = 0;
    for await (const { length } of stretches(long())) {
      largest = Math.max(largest, length);
      size += length;
    }
    expect(size).toBe(200 * (1 << 20) + 'jane@shop.example,\nother@b.co\n'.length);
    expect(largest).toBeLessThan(1_200_000);
  });
});
