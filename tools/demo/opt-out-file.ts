import { createHash } from 'node:crypto';

export interface OptOutFile {
  content: Buffer;
  /** Lines that aren't blank, as the import has to count them. */
  submitted: number;
  distinct: number;
  malformed: number;
}

const plain = 120_000;
const hashed = 60_000;
const repeated = 15_000;
const malformed = 5_000;

/**
 * A file of opt-outs as they come in from real senders: plain addresses and MD5 lines, in upper and lower case, with repeats in other forms, lines that are nothing, blank lines, LF and CRLF
 * mixed, a BOM, and no break after the last line. The same at every call.
 */
export function optOutFile(): OptOutFile {
  const lines: string[] = [];
  for (let i = 0; i < plain; i += 1) lines.push(i % 7 === 0 ? ` ${address(i).toUpperCase()} ` : address(i));
  for (let i = plain; i < plain + hashed; i += 1)
    lines.push(i % 3 === 0 ? md5(address(i)).toUpperCase() : md5(address(i)));
  for (let i = 0; i < repeated; i += 1) lines.push(i % 2 === 0 ? md5(address(i)) : address(i).toUpperCase());
  for (let i = 0; i < malformed; i += 1)
    lines.push(['not an address', 'nobody@', '@nowhere.example', 'abc123'][i % 4]!);
  shuffle(lines);
  const breaks = lines.map((line, i) => `${line}${i % 2 === 0 ? '\r\n' : '\n'}${i % 1_000 === 0 ? '\r\n' : ''}`);
  const content = Buffer.from(`\uFEFF${breaks.join('').trimEnd()}`);
  return { content, submitted: lines.length, distinct: plain + hashed, malformed };
}

const address = (i: number) => `reader.${i}@${['example.com', 'example.org', 'mail.example.net'][i % 3]}`;

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

/** Fisher and Yates with a small generator of fixed seed (Park and Miller's). */
function shuffle(lines: string[]): void {
  let state = 20_261_121;
  for (let i = lines.length - 1; i > 0; i -= 1) {
    state = (state * 48_271) % 2_147_483_647;
    const other = state % (i + 1);
    [lines[i], lines[other]] = [lines[other]!, lines[i]!];
  }
}
