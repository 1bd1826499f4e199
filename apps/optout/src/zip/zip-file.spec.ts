import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, inflateRawSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { deflateHexLines } from './deflate-hex-lines.js';
import { deflateText } from './deflate-text.js';
import { ZipFile } from './zip-file.js';
import { centralHeader, endOfCentral, localHeader } from './zip-records.js';

async function bytesOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const copies: Buffer[] = [];
  for await (const chunk of chunks) copies.push(Buffer.from(chunk));
  return Buffer.concat(copies);
}

function hexLines(keys: Buffer, keyBytes: number): string {
  let text = '';
  for (let at = 0; at < keys.length; at += keyBytes) text += `${keys.toString('hex', at, at + keyBytes)}\n`;
  return text;
}

const folder = mkdtempSync(join(tmpdir(), 'heed-zip-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function written(zip: ZipFile): Promise<string> {
  const bytes = await bytesOf(zip.chunks());
  expect(zip.finish(bytes, 0)).toBe(true);
  const path = join(folder, `${createHash('md5').update(bytes).digest('hex')}.zip`);
  writeFileSync(path, bytes);
  return path;
}

const unzip = (...args: string[]) => execFileSync('unzip', args, { encoding: 'utf8' });
const time = new Date('2026-11-21T13:14:16Z');

describe('lines of hex, compressed from their bytes', () => {
  it.each([16, 64])('are what any inflater makes of them, keys of %d bytes', async (keyBytes) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 6 }), async (batchSizes) => {
        const batches = batchSizes.map((size) => ({ keys: randomBytes(size * keyBytes) }));
        const text = hexLines(Buffer.concat(batches.map(({ keys }) => keys)), keyBytes);
        const deflated = deflateHexLines(batches, keyBytes);
        const compressed = await bytesOf(deflated.chunks);
        expect(inflateRawSync(compressed).toString()).toBe(text);
        expect(deflated.sums).toEqual({ crc: crc32(text), size: text.length });
      }),
      { numRuns: 60 },
    );
  });

  it('take 17 bytes for an MD5', async () => {
    const { chunks } = deflateHexLines([{ keys: randomBytes(16 * 100_000) }], 16);
    expect((await bytesOf(chunks)).length / 100_000).toBeCloseTo(17, 2);
  });
});

describe('a ZIP', () => {
  it('passes unzip -t and gives back its members', async () => {
    const keys = randomBytes(16 * 5_000);
    const domains = Buffer.from('never.example\nrival.example\n');
    const zip = await written(
      new ZipFile(time, [
        { name: 'suppression_list--Spring-20261121-MD5.txt', content: deflateHexLines([{ keys }], 16) },
        { name: 'domains_list--Frühling-20261121.txt', content: deflateText([domains]) },
      ]),
    );
    expect(unzip('-t', zip)).toContain('No errors detected');
    expect(unzip('-Z1', zip).trim().split('\n')).toHaveLength(2);
    expect(unzip('-p', zip, 'suppression*')).toBe(hexLines(keys, 16));
    expect(unzip('-p', zip, 'domains*')).toBe(domains.toString());
  });

  it('has members of any number and size, whatever the parts that its headers are finished in', async () => {
    const text = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 90 }),
        async (texts, size) => {
          const members = texts.map((bytes, i) => ({ name: `${i}.txt`, content: deflateText([bytes]) }));
          const zip = new ZipFile(time, members);
          const held: [part: Buffer, offset: number][] = [];
          const parts: Buffer[] = [];
          let rest: Buffer = Buffer.alloc(0);
          let offset = 0;
          const cut = (length: number) => {
            const part = rest.subarray(0, length);
            rest = rest.subarray(length);
            parts.push(part);
            if (!zip.finish(part, offset)) held.push([part, offset]);
            offset += length;
          };
          for await (const chunk of zip.chunks()) {
            rest = Buffer.concat([rest, chunk]);
            while (rest.length >= size) cut(size);
          }
          cut(rest.length);
          for (const [part, at] of held) expect(zip.finish(part, at)).toBe(true);
          const path = join(folder, 'parts.zip');
          writeFileSync(path, Buffer.concat(parts));
          unzip('-tq', path);
          for (const [i, bytes] of texts.entries())
            expect(execFileSync('unzip', ['-p', path, `${i}.txt`]).equals(bytes)).toBe(true);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('holds plain text as well', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 200 })), async (chunks) => {
        const deflated = deflateText(chunks.map((chunk) => Buffer.from(chunk)));
        const compressed = await bytesOf(deflated.chunks);
        expect(inflateRawSync(compressed).equals(Buffer.concat(chunks))).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});

describe('a ZIP over 4 GiB', () => {
  const large = 5 * 2 ** 30;
  const entry = { name: 'a.txt', time, offset: large, crc: 7, size: large, compressedSize: large + 1 };

  it('has a local header of the same length as a small one', () => {
    expect(localHeader(entry)).toHaveLength(localHeader({ ...entry, size: 1, compressedSize: 1 }).length);
  });

  it('gives back what lies behind the first 4 GiB', async () => {
    const chunk = Buffer.alloc(64 * 2 ** 20);
    // Nobody inflates the first member: it is a hole in the file, as large as it claims to be.
    async function* hole() {
      for (let size = 0; size < large; size += chunk.length) yield chunk;
    }
    const first = { name: 'large.txt', content: { sums: { crc: 7, size: large }, chunks: hole() } };
    const zip = new ZipFile(time, [first, { name: 'small.txt', content: deflateText([Buffer.from('behind\n')]) }]);
    const path = join(folder, 'large.zip');
    const file = openSync(path, 'w');
    let at = 0;
    for await (const bytes of zip.chunks()) {
      if (bytes !== chunk) writeSync(file, bytes, 0, bytes.length, at);
      at += bytes.length;
    }
    const header = Buffer.alloc(localHeader({ ...entry, name: 'large.txt' }).length);
    expect(zip.finish(header, 0)).toBe(true);
    writeSync(file, header, 0, header.length, 0);
    const second = Buffer.alloc(localHeader({ ...entry, name: 'small.txt' }).length);
    expect(zip.finish(second, header.length + large)).toBe(true);
    writeSync(file, second, 0, second.length, header.length + large);
    closeSync(file);
    expect(unzip('-p', path, 'small.txt')).toBe('behind\n');
    expect(unzip('-Zl', path, 'large.txt')).toContain(` ${large} `);
  });

  it('has its sizes and offsets in the extra fields, and its directory in ZIP64', () => {
    const local = localHeader(entry);
    expect(local.readUInt32LE(18)).toBe(0xffffffff);
    expect(local.readBigUInt64LE(local.length - 16)).toBe(BigInt(large));
    expect(local.readBigUInt64LE(local.length - 8)).toBe(BigInt(large + 1));
    const central = centralHeader(entry);
    expect(central.readBigUInt64LE(central.length - 8)).toBe(BigInt(large));
    const end = endOfCentral(1, central.length, large);
    expect(end).toHaveLength(56 + 20 + 22);
    expect(end.readBigUInt64LE(48)).toBe(BigInt(large));
  });
});
