/** The same import by hand: what is known to be good is streamed into a table and merged by one statement. No checks, no progress, all or nothing. */

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** @returns seconds */
export async function copyAndMerge(
  url: string,
  accountId: string,
  rows: Iterable<[email: string, score: number]>,
): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const start = performance.now();
  try {
    await client.query('CREATE TEMP TABLE incoming (email_md5 uuid, email text, attributes jsonb)');
    const copy = client.query(copyFrom('COPY incoming FROM STDIN'));
    let lines: string[] = [];
    const send = async () => {
      if (!copy.write(lines.join(''))) await once(copy, 'drain');
      lines = [];
    };
    for (const [email, score] of rows) {
      const md5 = createHash('md5').update(email.toLowerCase()).digest('hex');
      lines.push(`${md5}\t${email}\t${JSON.stringify({ firstName: 'Ann', score })}\n`);
      if (lines.length === 1_000) await send();
    }
    await send();
    copy.end();
    await finished(copy);
    await client.query(
      `INSERT INTO contact AS c (account_id, email_md5, email, attributes)
       SELECT $1, email_md5, email, attributes FROM incoming ORDER BY email_md5
       ON CONFLICT (account_id, email_md5) DO UPDATE SET attributes = c.attributes || excluded.attributes`,
      [accountId],
    );
    return (performance.now() - start) / 1_000;
  } finally {
    await client.end();
  }
}
