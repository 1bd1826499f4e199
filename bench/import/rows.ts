/**
 * What is measured against: the best that rows in a table do. Keys are decoded, sorted and cleared of repeats in advance, copied in binary into an unlogged staging table, and inserted in
 * their order with ON CONFLICT into a list that has 10 million rows.
 */
import { randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** @returns seconds to add so many keys. */
export async function insertRows(url: string, { present, added }: { present: number; added: number }): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE TABLE row_list (list_id integer, hash uuid, PRIMARY KEY (list_id, hash));
                      CREATE UNLOGGED TABLE row_staging (hash uuid)`);
  await copy(client, 'row_staging', present);
  await client.query('INSERT INTO row_list SELECT 1, hash FROM row_staging; TRUNCATE row_staging; CHECKPOINT');
  const started = performance.now();
  await copy(client, 'row_staging', added);
  await client.query('INSERT INTO row_list SELECT 1, hash FROM row_staging ON CONFLICT DO NOTHING');
  const seconds = (performance.now() - started) / 1_000;
  await client.query('DROP TABLE row_list, row_staging');
  await client.end();
  return seconds;
}

/** Random keys in ascending order: the high bits count up. */
async function copy(client: Client, table: string, rows: number): Promise<void> {
  const stream = client.query(copyFrom(`COPY ${table} FROM STDIN (FORMAT binary)`));
  stream.write(Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1'));
  const step = 2 ** 48 / rows;
  for (let row = 0; row < rows; ) {
    const count = Math.min(10_000, rows - row);
    const chunk = Buffer.alloc(count * 22);
    randomFillSync(chunk);
    for (let n = 0; n < count; n++, row++) {
      chunk.writeInt16BE(1, n * 22);
      chunk.writeInt32BE(16, n * 22 + 2);
      chunk.writeUIntBE(Math.floor((row + 0.5) * step), n * 22 + 6, 6);
    }
    if (!stream.write(chunk)) await once(stream, 'drain');
  }
  stream.end(Buffer.from([0xff, 0xff]));
  await finished(stream);
}
