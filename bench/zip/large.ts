/**
 * A ZIP of more than 4 GiB as our writer makes it, with a member of more than 4 GiB and one that begins behind them, read whole by Info-ZIP: `unzip -t`. `node bench/zip/large.ts`. Needs a build and half a minute.
 * The large member is zeros in stored blocks (RFC 1951, section 3.2.4), which the file keeps as holes: 300 MB on the disk.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

const { ZipFile } = await import(`${'../../dist/apps/optout/src/zip/zip-file.js'}`);
const { deflateText } = await import(`${'../../dist/apps/optout/src/zip/deflate-text.js'}`);

const zeros = Buffer.alloc(65_535);
const blocks = Math.ceil((4.2 * 2 ** 30) / zeros.length);
const sums = { crc: 0, size: 0 };

/** Each block with its head: whether it is the last, its length, and that inverted. */
async function* stored(): AsyncGenerator<Buffer> {
  for (let i = 1; i <= blocks; i++) {
    yield Buffer.from([i === blocks ? 1 : 0, 0xff, 0xff, 0, 0]);
    yield zeros;
    sums.crc = crc32(zeros, sums.crc);
    sums.size += zeros.length;
  }
}

const folder = mkdtempSync(join(tmpdir(), 'heed-large-zip-'));
try {
  const path = join(folder, 'large.zip');
  const file = openSync(path, 'w+');
  const zip = new ZipFile(new Date(), [
    { name: 'large.txt', content: { sums, chunks: stored() } },
    { name: 'behind.txt', content: deflateText([Buffer.from('behind\n')]) },
  ]);
  let size = 0;
  for await (const chunk of zip.chunks() as AsyncIterable<Buffer>) {
    if (chunk !== zeros) writeSync(file, chunk, 0, chunk.length, size);
    size += chunk.length;
  }
  for (const offset of [0, size - zeros.length]) {
    const part = Buffer.alloc(zeros.length);
    readSync(file, part, 0, part.length, offset);
    zip.finish(part, offset);
    writeSync(file, part, 0, part.length, offset);
  }
  closeSync(file);
  console.log(`${size} bytes`);
  console.log(execFileSync('unzip', ['-t', path], { encoding: 'utf8' }));
  if (execFileSync('unzip', ['-p', path, 'behind.txt'], { encoding: 'utf8' }) !== 'behind\n')
    throw new Error('the second member is not what it was');
} finally {
  rmSync(folder, { recursive: true });
}
