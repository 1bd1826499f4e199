/**
 * COPY inside a transaction, on the transaction's own connection, in flat memory.
 *
 * A COPY that breaks off leaves the protocol in an unknown state, so its connection is cut: the transaction rolls back by itself and the pool replaces the connection.
 */
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Tx } from './tx.js';

/** Feeds `COPY … FROM STDIN`. @returns rows written. @throws what the server or the source threw. */
export async function copyIn(tx: Tx, sql: string, chunks: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<number> {
  const client = await connectionOf(tx);
  const stream = client.query(copyFrom(sql)) as Writable & { rowCount: number };
  let failure: Error | undefined;
  stream.on('error', (error) => {
    failure ??= error;
  });
  try {
    for await (const chunk of chunks) {
      // After an error of the server a write would throw inside pg-copy-streams, out of reach.
      if (failure) throw failure;
      if (!stream.write(chunk)) await once(stream, 'drain');
    }
    if (failure) throw failure;
    stream.end();
    await finished(stream);
    return stream.rowCount;
  } catch (error) {
    cut(client);
    throw failure ?? error;
  }
}

/** Yields the output of `COPY … TO STDOUT` as it comes. Nothing else can run in the transaction meanwhile. */
export async function* copyOut(tx: Tx, sql: string): AsyncGenerator<Buffer, void, undefined> {
  const client = await connectionOf(tx);
  const stream = client.query(copyTo(sql)) as Readable;
  let whole = false;
  try {
    for await (const chunk of stream) yield chunk as Buffer;
    whole = true;
  } finally {
    if (!whole) cut(client);
  }
}

async function connectionOf(tx: Tx): Promise<PoolClient> {
  if (!tx.queryRunner) throw new Error('COPY needs a transaction');
  return (await tx.queryRunner.connect()) as PoolClient;
}

function cut(client: PoolClient): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
