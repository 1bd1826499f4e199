import type { DataSource } from 'typeorm';
import { copyIn, copyOut } from '#database';
import { CopyWriter } from './copy/copy-writer.js';
import type { OptOutBatch } from './opt-out.types.js';

/**
 * The plain values of a stream in order of their bytes, a line each. The store is in order of hashes, so they have to be sorted, and there may be more of them than fit into memory: PostgreSQL
 * does it, in a temporary table of a connection of its own.
 */
export async function* sortedLines(
  dataSource: DataSource,
  batches: AsyncIterable<OptOutBatch>,
): AsyncGenerator<Buffer, void, undefined> {
  const runner = dataSource.createQueryRunner();
  await runner.connect();
  try {
    await runner.startTransaction();
    const tx = runner.manager;
    await tx.query(
      `SET LOCAL work_mem = '64MB'; CREATE TEMPORARY TABLE plain_value (value text COLLATE "C" NOT NULL) ON COMMIT DROP`,
    );
    await copyIn(tx, 'COPY plain_value FROM STDIN (FORMAT binary)', valueRows(batches));
    // A normalised value has no sign that the text format of COPY would escape.
    yield* copyOut(tx, 'COPY (SELECT value FROM plain_value ORDER BY value) TO STDOUT');
    await runner.commitTransaction();
  } finally {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    await runner.release();
  }
}

async function* valueRows(batches: AsyncIterable<OptOutBatch>): AsyncGenerator<Buffer, void, undefined> {
  const writer = new CopyWriter();
  for await (const { size, plains, plainEnds } of batches) {
    let from = 0;
    for (let n = 0; n < size; n++) {
      const to = plainEnds[n]!;
      if (to === from) continue;
      const full = writer.row(1, to - from + 4);
      if (full) yield full;
      writer.bytes(plains.subarray(from, to));
      from = to;
    }
  }
  yield writer.end();
}
