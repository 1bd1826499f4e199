import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isNorthAmerican, md5Hex, normaliseEmail, normalisePhone, sha512Hex } from '#identity';
import { Records } from '../../../opt-outs/kernels/records.js';
import type { ImportTarget } from '../import.types.js';
import { copyAddress } from './address-bytes.js';
import { LineParser } from './line-parser.js';
import { MalformedLines } from './malformed-lines.js';
import { maskLine } from './mask-line.js';
import { copyNumber } from './number-bytes.js';
import { bytesToFetch, splitLines } from './split-lines.js';

const memory = { words: new Uint32Array(200_000), spare: new Uint32Array(1), arena: Buffer.alloc(400_000) };
const emails: ImportTarget = { listId: 'a', channel: 'email', storage: 'plain' };

function parserFor(target: ImportTarget, keyBytes: 16 | 64 = 16) {
  const records = new Records(keyBytes, target.storage === 'plain', memory);
  const report = new MalformedLines(1_000);
  return { records, report, parser: new LineParser(target, records, report) };
}

function opened(records: Records): { key: string; plain: string }[] {
  const { words, width, keyWords, count, arena } = records;
  return Array.from({ length: count }, (_, n) => {
    const key = Array.from(words.subarray(n * width, n * width + keyWords), (word) =>
      word.toString(16).padStart(8, '0'),
    ).join('');
    const place = width > keyWords ? words[n * width + keyWords]! : 0;
    return { key, plain: place ? arena.toString('utf8', place + 1, place + 1 + arena[place]!) : '' };
  });
}

/** Reads the file range by range, in chunks of some size. */
async function readAll(file: Buffer, rangeBytes: number, chunkBytes: number, target = emails) {
  const { records, report, parser } = parserFor(target);
  for (let start = 0; start < file.length; start += rangeBytes) {
    const range = { start, end: Math.min(file.length, start + rangeBytes), fileSize: file.length };
    const fetched = bytesToFetch(range);
    async function* chunks() {
      for (let at = fetched.start; at < fetched.end; at += chunkBytes) {
        yield file.subarray(at, Math.min(fetched.end, at + chunkBytes));
      }
    }
    for await (const lines of splitLines(chunks(), range)) {
      if (lines === 'too-long') parser.tooLong();
      else parser.parse(lines.data, lines.from, lines.to);
    }
  }
  return { submitted: parser.submitted, malformed: report.found.map(({ at }) => at), optOuts: opened(records) };
}

/** What the rules of files say, the plain way. */
function expected(file: Buffer) {
  const body = file.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? file.subarray(3) : file;
  let submitted = 0;
  const malformed: number[] = [];
  const optOuts: { key: string; plain: string }[] = [];
  for (const [index, line] of body.toString('latin1').split('\n').entries()) {
    const bytes = Buffer.from(line.endsWith('\r') ? line.slice(0, -1) : line, 'latin1');
    const text = bytes.toString('utf8').trim();
    const isUtf8 = Buffer.from(bytes.toString('utf8')).equals(bytes);
    if (bytes.length <= 1_000 && isUtf8 && text === '') continue;
    submitted++;
    const plain = normaliseEmail(text);
    if (bytes.length > 1_000 || !isUtf8) malformed.push(index + 1);
    else if (/^[0-9a-f]{32}$/i.test(text)) optOuts.push({ key: text.toLowerCase(), plain: '' });
    else if (plain === undefined) malformed.push(index + 1);
    else optOuts.push({ key: md5Hex(plain), plain });
  }
  return { submitted, malformed, optOuts };
}

const hex = fc.stringMatching(/^[0-9a-fA-F]{32}$/);
const address = fc.oneof(
  fc.emailAddress(),
  fc.stringMatching(/^[a-zA-Z0-9._+-]{1,12}@[a-zA-Z0-9-]{1,8}(\.[a-zA-Z0-9-]{1,8}){1,3}$/),
  fc.constantFrom(
    'Ünï@exämple.de',
    'İ@x.io',
    'ΣΑΣ@ΑΣ.gr',
    'a@b.c',
    '1@1.1',
    `${'l'.repeat(64)}@x.io`,
    `${'l'.repeat(65)}@x.io`,
  ),
);
const junk = fc.oneof(
  fc.string({ maxLength: 40 }).map((text) => text.replaceAll('\n', '')),
  fc.constantFrom(
    '',
    ' ',
    '\t',
    '\u00a0',
    'x'.repeat(1_000),
    'x'.repeat(1_001),
    ' '.repeat(1_001),
    `${' '.repeat(980)}a@b.co`,
    '\r',
    'a@b.co\rc@d.eu',
    'a@b.co\r',
    '\0',
    'a@b.co\0',
    'a\0@b.co',
    'a@b.co\u2028c@d.eu',
    '"a@b.co"',
    'a@b.co,1,2',
    'y'.repeat(5_000),
  ),
);
const blanks = fc.constantFrom('', '', '', ' ', '\t ', '\ufeff');
const line = fc
  .tuple(blanks, fc.oneof({ weight: 3, arbitrary: hex }, { weight: 3, arbitrary: address }, junk), blanks)
  .map((parts) => parts.join(''));
const file = fc
  .tuple(
    fc.boolean(),
    fc.array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n', '\n\n', '\r', '\r\r\n', '\n\r\n')), { maxLength: 30 }),
    fc.boolean(),
  )
  .map(([bom, lines, lastBreak]) => {
    const text = lines.map((parts) => parts.join('')).join('');
    return Buffer.from((bom ? '\ufeff' : '') + (lastBreak ? text : text.replace(/\r?\n$/, '')));
  })
  .filter(({ length }) => length > 0);

describe('a file', () => {
  it('has the same opt-outs, counts and malformed lines whatever the ranges, the chunks and the line ends', async () => {
    await fc.assert(
      fc.asyncProperty(
        file,
        fc.integer({ min: 1, max: 3_000 }),
        fc.integer({ min: 1, max: 700 }),
        async (bytes, range, chunk) => {
          expect(await readAll(bytes, range, chunk)).toEqual(expected(bytes));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('of any bytes whatever is read as one whole, too', async () => {
    const byte = fc.oneof(fc.nat({ max: 255 }), fc.constantFrom(10, 13, 0, 0xef, 0xbb, 0xbf, 0x20, 0x40, 0x61));
    await fc.assert(
      fc.asyncProperty(
        fc.array(byte, { minLength: 1, maxLength: 400 }).map(Buffer.from),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 40 }),
        async (bytes, range, chunk) => {
          const read = await readAll(bytes, range, chunk);
          expect(read).toEqual(await readAll(bytes, bytes.length, bytes.length));
          const { submitted, malformed } = expected(bytes);
          expect([read.submitted, read.malformed]).toEqual([submitted, malformed]);
          expect(read.optOuts.length + read.malformed.length).toBe(submitted);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('may have bytes that are no UTF-8: those lines are malformed', async () => {
    const bytes = Buffer.concat([
      Buffer.from('a@b.co\n'),
      Buffer.from([0x61, 0xff, 0x40]),
      Buffer.from('b.co\n\xa0\nc@d.eu'),
    ]);
    expect(await readAll(bytes, 5, 3)).toEqual(expected(bytes));
  });

  it('of 200 MB without a line break takes no memory', async () => {
    const chunk = Buffer.alloc(1_048_576, 0x61);
    async function* chunks() {
      for (let n = 0; n < 200; n++) yield chunk;
    }
    const size = 200 * chunk.length;
    const found = [];
    for await (const lines of splitLines(chunks(), { start: 0, end: size, fileSize: size })) found.push(lines);
    expect(found).toEqual(['too-long']);
  });

  it('that ends early is an error, not a shorter file', async () => {
    async function* chunks() {
      yield Buffer.from('a@b.co\n');
    }
    const read = async () => {
      for await (const lines of splitLines(chunks(), { start: 0, end: 20, fileSize: 20 })) expect(lines).toBeDefined();
    };
    await expect(read()).rejects.toThrow('early');
  });
});

describe('the report of malformed lines', () => {
  it('says why, shows nobody, and has no more than its limit', () => {
    const records = new Records(16, true, memory);
    const report = new MalformedLines(4);
    const parser = new LineParser(emails, records, report);
    const data = Buffer.from(
      `\njane.doe@@example.com\na@b.co\n${sha512Hex('a')}\n${'x'.repeat(1_001)}\n\xff@b.co\nno\n`,
      'latin1',
    );
    parser.parse(data, 0, data.length);
    expect([parser.lines, parser.submitted, parser.malformed]).toEqual([7, 6, 5]);
    expect(report.found).toEqual([
      { at: 2, reason: 'no_email_address', value: 'j***.d**@@e******.c**' },
      { at: 4, reason: 'other_hash', value: `${sha512Hex('a')[0]}${'*'.repeat(63)}…` },
      { at: 5, reason: 'too_long' },
      { at: 6, reason: 'not_utf8', value: '\ufffd@*.**' },
    ]);
  });

  it('can be kept in a database, whatever the line', () => {
    expect(maskLine('Zoë\0 Ünal;李小龙;+1 415;😀\u202e')).toBe('Z**\ufffd Ü***;李**;+* 4**;😀\ufffd');
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const masked = maskLine(text);
        expect(Array.from(masked).length).toBeLessThanOrEqual(65);
        expect(masked).not.toMatch(/\p{C}|[\p{L}\p{N}\p{M}]{2}/u);
      }),
    );
  });
});

describe('a line', () => {
  it('is read quickly only where identity says the same', () => {
    const target = Buffer.alloc(300);
    fc.assert(
      fc.property(fc.oneof(address, junk, hex), (text) => {
        const length = copyAddress(Buffer.from(`${text}\n`), 0, target, 0);
        if (length > 0) expect(target.toString('latin1', 0, length)).toBe(normaliseEmail(text));
      }),
      { numRuns: 1_000 },
    );
  });

  it('of a usual address is read quickly', () => {
    const usual = Buffer.from('Jane.Doe+news@mail.example-shop.co.uk\r\n');
    expect(copyAddress(usual, 0, Buffer.alloc(300), 0)).toBe(usual.length - 2);
  });

  it('is a SHA-512 or an address on lists that keep SHA-512', () => {
    const { records, parser } = parserFor({ listId: 'a', channel: 'email', storage: 'sha512' }, 64);
    const data = Buffer.from(`${sha512Hex('x@y.io').toUpperCase()}\nX@Y.io\n${md5Hex('x@y.io')}\n`);
    parser.parse(data, 0, data.length);
    expect([parser.submitted, parser.malformed]).toEqual([3, 1]);
    expect(opened(records)).toEqual(Array(2).fill({ key: sha512Hex('x@y.io'), plain: '' }));
  });

  it('is a number, read in the region of the list, on SMS lists', () => {
    const { records, parser } = parserFor({ listId: 'a', channel: 'sms', storage: 'plain', region: 'US' });
    const data = Buffer.from('(415) 555-2671\n+14155552671\r\n14155552671\nx@y.io\n');
    parser.parse(data, 0, data.length);
    const plain = normalisePhone('4155552671', 'US')!;
    expect([parser.submitted, parser.malformed]).toEqual([4, 1]);
    expect(opened(records)).toEqual(Array(3).fill({ key: md5Hex(plain), plain }));
  });

  it('with a number is read quickly only where identity says the same', () => {
    const number = fc
      .tuple(fc.constantFrom('+1', '1', '+', '', '+49'), fc.integer({ min: 1, max: 9_999_999_999 }))
      .map(([code, digits]) => `${code}${digits}`);
    const target = Buffer.alloc(40);
    let taken = 0;
    for (const region of ['US', 'CA', 'DE', 'JM']) {
      fc.assert(
        fc.property(number, fc.constantFrom('\n', '\r\n'), (text, end) => {
          const length = copyNumber(Buffer.from(text + end), 0, target, 0, isNorthAmerican(region));
          if (length === 0) return;
          taken++;
          expect([length, target.toString('latin1', 0, 11)]).toEqual([text.length, normalisePhone(text, region)]);
        }),
        { numRuns: 400 },
      );
    }
    expect(taken).toBeGreaterThan(100);
  });

  it('leaves no address behind on lists that keep hashes alone', () => {
    const { records, parser } = parserFor({ listId: 'a', channel: 'email', storage: 'md5' });
    const data = Buffer.from('x@y.io\n');
    parser.parse(data, 0, data.length);
    expect(opened(records)).toEqual([{ key: md5Hex('x@y.io'), plain: '' }]);
  });
});
