import { randomFillSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

const KEYS_A_PAGE = 504;

/** A list as one large import leaves it: a run of random keys in order, in full pages. */
export async function fillList(database: Client, list: string, keys: number): Promise<void> {
  const { rows } = await database.query(
    `INSERT INTO opt_out_run (list_id, import_id, key_bytes, own_table, visible, came_in, key_count, hash_only)
     VALUES ($1, $2, 16, false, true, now(), $3, $3) RETURNING id`,
    [list, randomUUID(), keys],
  );
  await database.query(`INSERT INTO list_clock (list_id, changes) VALUES ($1, 1)`, [list]);
  const stream = database.query(copyFrom('COPY opt_out_page (run, first, keys) FROM STDIN (FORMAT binary)'));
  stream.write(Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1'));
  const step = 2 ** 48 / keys;
  for (let key = 0; key < keys; key += KEYS_A_PAGE) {
    if (!stream.write(page(BigInt(rows[0].id), key, Math.min(KEYS_A_PAGE, keys - key), step)))
      await once(stream, 'drain');
  }
  stream.end(Buffer.from([0xff, 0xff]));
  await finished(stream);
  await database.query('VACUUM ANALYZE opt_out_page');
}

/** A row in COPY's binary form. The high bits of the keys count up, the rest is random. */
function page(run: bigint, from: number, count: number, step: number): Buffer {
  const head = Buffer.alloc(2 + 12 + 20 + 4);
  const keys = randomFillSync(Buffer.alloc(16 * count));
  for (let n = 0; n < count; n++) keys.writeUIntBE(Math.floor((from + n + 0.5) * step), 16 * n, 6);
  head.writeInt16BE(3, 0);
  head.writeInt32BE(8, 2);
  head.writeBigInt64BE(run, 6);
  head.writeInt32BE(16, 14);
  keys.copy(head, 18, 0, 16);
  head.writeInt32BE(keys.length, 34);
  return Buffer.concat([head, keys]);
}
