/**
 * The file that is imported: lines as customers send them, and what its counts have to be. Most are new, 5 % repeat others, 0.1 % are malformed; some end in CRLF, some are in capitals.
 */
import { randomFillSync } from 'node:crypto';

export type Kind = 'md5' | 'plain';

export interface Expected {
  lines: number;
  added: number;
  malformed: number;
}

const CHUNK_LINES = 20_000;
const POOL = 1_000;

export function* fileLines(kind: Kind, bytes: number, expected: Expected): Generator<Buffer> {
  const random = Buffer.alloc(CHUNK_LINES * 16);
  const pool: string[] = [];
  let written = 0;
  while (written < bytes) {
    randomFillSync(random);
    let text = '';
    for (let line = 0; line < CHUNK_LINES; line++) {
      const at = line * 16;
      const dice = random.readUInt16LE(at + 14) % 1_000;
      expected.lines++;
      if (dice === 0) {
        expected.malformed++;
        text += 'not an opt-out\n';
      } else if (dice <= 50 && pool.length === POOL) {
        text += `${pool[random.readUInt16LE(at) % POOL]}\n`;
      } else {
        const value = kind === 'md5' ? random.toString('hex', at, at + 16) : address(random, at);
        expected.added++;
        if (pool.length < POOL) pool.push(value);
        text += dice > 950 ? `${value.toUpperCase()}\r\n` : `${value}\n`;
      }
    }
    const chunk = Buffer.from(text, 'latin1');
    written += chunk.length;
    yield chunk;
  }
}

const HOSTS = ['example.com', 'mail.example', 'example.co.uk', 'post.example', 'x.example'];

/** Some 24 bytes, like addresses are; 52 random bits, so that next to none comes twice by chance. */
function address(random: Buffer, at: number): string {
  return `${random.readUIntLE(at, 6).toString(36)}${random.readUInt8(at + 6) % 16}@${HOSTS[random.readUInt8(at + 7) % HOSTS.length]}`;
}
