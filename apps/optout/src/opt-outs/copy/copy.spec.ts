import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type CopyRow, copyRows } from './copy-rows.js';
import { CopyWriter } from './copy-writer.js';

it('rows are read as they were written, wherever the stream is cut', async () => {
  const field = fc.option(
    fc.oneof(fc.uint8Array({ maxLength: 20 }), fc.uint8Array({ minLength: 8_000, maxLength: 20_000 })),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(field, field), { maxLength: 60 }),
      fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 1 }),
      async (rows, cuts) => {
        const writer = new CopyWriter();
        const written: Buffer[] = [];
        for (const row of rows) {
          const full = writer.row(
            2,
            row.reduce((sum, bytes) => sum + 4 + (bytes?.length ?? 0), 0),
          );
          if (full) written.push(Buffer.from(full));
          for (const bytes of row) {
            if (bytes) writer.bytes(bytes);
            else writer.nothing();
          }
        }
        written.push(writer.end());
        const stream = Buffer.concat(written);
        async function* chunks() {
          for (let at = 0, n = 0; at < stream.length; n++) {
            yield stream.subarray(at, at + cuts[n % cuts.length]!);
            at += cuts[n % cuts.length]!;
          }
        }
        const read: CopyRow[] = [];
        for await (const some of copyRows(chunks())) read.push(...some);
        expect(read.map((row) => row.map((bytes) => bytes?.toString('hex')))).toEqual(
          rows.map((row) =>
            row.map((bytes) => bytes && Buffer.from(bytes).toString('hex')).map((hex) => hex ?? undefined),
          ),
        );
      },
    ),
    { numRuns: 40 },
  );
});
