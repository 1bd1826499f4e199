/**
 * The file that is imported: lines as customers send them, and what its counts have to be. Most are new, 5 % repeat others, 0.1 % are malformed; some end in CRLF, some are in capitals.
 * Crafted ones, hashes too, are what somebody sends who knows how imports sort: they have the malformed lines, but no others that repeat.
 */
import { randomFillSync } from 'node:crypto';

export const KINDS = ['md5', 'plain', 'sms', 'one-beginning', 'all-equal', 'sorted', 'reversed'] as const;
export type Kind = (typeof KINDS)[number];

export interface Expected {
  lines: number;
  added: number;
  malformed: number;
}

const CHUNK_LINES = 20_000;
/** No line is longer. */
const LINE_BYTES = 40;
const POOL = 1_000;
const MALFORMED = Buffer.from('not an opt-out\n');
const HEX = Buffer.from('0123456789abcdef');
const BASE_32 = Buffer.from('abcdefghijklmnopqrstuvwxyz234567');
const HOSTS = ['example.com', 'mail.example', 'example.co.uk', 'post.example', 'x.example'].map((host) =>
  Buffer.from(`@${host}`),
);

const AREAS = [201, 202, 203, 205, 206, 207, 208, 209, 210, 212, 213, 214, 215, 216, 217, 218, 219, 224, 225, 228];

/** Chunks share one memory: each is used up before the next one is asked for. */
export function* fileLines(
  kind: Kind,
  size: { bytes: number } | { lines: number },
  expected: Expected,
): Generator<Buffer> {
  const random = Buffer.alloc(CHUNK_LINES * 16);
  const chunk = Buffer.alloc(CHUNK_LINES * LINE_BYTES);
  const pool: Buffer[] = [];
  const repeats = kind === 'md5' || kind === 'plain' || kind === 'sms';
  const mostBytes = 'bytes' in size ? size.bytes : Number.POSITIVE_INFINITY;
  const mostLines = 'lines' in size ? size.lines : Number.POSITIVE_INFINITY;
  // Sorted keys count up in their first six bytes.
  const step = Math.floor(2 ** 48 / Math.min(mostLines, mostBytes / 33 + CHUNK_LINES));
  let written = 0;
  while (written < mostBytes && expected.lines < mostLines) {
    randomFillSync(random);
    let at = 0;
    const lines = Math.min(CHUNK_LINES, mostLines - expected.lines);
    for (let line = 0; line < lines; line++) {
      const key = line * 16;
      const dice = (random[key + 14]! | (random[key + 15]! << 8)) % 1_000;
      const number = expected.lines++;
      if (dice === 0) {
        expected.malformed++;
        at += MALFORMED.copy(chunk, at);
        continue;
      }
      if (repeats && dice <= 50 && pool.length === POOL) {
        at += pool[(random[key]! | (random[key + 1]! << 8)) % POOL]!.copy(chunk, at);
        chunk[at++] = 10;
        continue;
      }
      if (kind === 'one-beginning') random.fill(0xab, key, key + 8);
      else if (kind === 'sorted') random.writeUIntBE(number * step, key, 6);
      else if (kind === 'reversed') random.writeUIntBE(2 ** 48 - 1 - number * step, key, 6);
      else if (kind === 'all-equal') random.fill(0xab, key, key + 16);
      const start = at;
      if (kind === 'plain') at = writeAddress(chunk, at, number, random, key);
      else if (kind === 'sms') at = writeNumber(chunk, at, number);
      else at = writeHex(chunk, at, random, key);
      if (kind !== 'all-equal') expected.added++;
      if (pool.length < POOL) pool.push(Buffer.from(chunk.subarray(start, at)));
      if (dice > 950) {
        for (let n = start; n < at; n++) if (chunk[n]! >= 97) chunk[n]! -= 32;
        chunk[at++] = 13;
      }
      chunk[at++] = 10;
    }
    written += at;
    yield chunk.subarray(0, at);
  }
  if (kind === 'all-equal') expected.added = 1;
}

function writeHex(chunk: Buffer, at: number, random: Buffer, key: number): number {
  let to = at;
  for (let byte = key; byte < key + 16; byte++) {
    chunk[to++] = HEX[random[byte]! >> 4]!;
    chunk[to++] = HEX[random[byte]! & 15]!;
  }
  return to;
}

/** Some 24 bytes, like addresses are. The line's number is in it, scattered, so that none comes twice by chance. */
function writeAddress(chunk: Buffer, at: number, line: number, random: Buffer, key: number): number {
  let to = at;
  let scattered = Math.imul(line, 0x9e3779b1);
  for (let digit = 0; digit < 7; digit++, scattered >>>= 5) chunk[to++] = BASE_32[scattered & 31]!;
  for (let digit = 0; digit < 4; digit++) chunk[to++] = BASE_32[random[key + digit]! & 31]!;
  return to + HOSTS[random[key + 7]! % HOSTS.length]!.copy(chunk, to);
}

/** Of North America: +1, an area, seven digits. */
function writeNumber(chunk: Buffer, at: number, line: number): number {
  const area = AREAS[Math.floor(line / 8_000_000) % AREAS.length]!;
  return at + chunk.write(`+1${area}${2_000_000 + ((line * 7_919) % 8_000_000)}`, at, 'latin1');
}
