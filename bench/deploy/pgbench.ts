/** What PostgreSQL alone does of the same shape: one prepared statement a transaction, as many clients as the HTTP load has connections. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function pgbench(
  url: string,
  script: string,
  { clients, seconds }: { clients: number; seconds: number },
): number {
  const folder = mkdtempSync(join(tmpdir(), 'heed-bench-'));
  try {
    const file = join(folder, 'script.sql');
    writeFileSync(file, script);
    const options = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds), '-f', file, url];
    const output = execFileSync('pgbench', options, { encoding: 'utf8' });
    return Number(/tps = ([\d.]+)/.exec(output)![1]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The row of a contact with a key that nobody has, committed. */
export const insertContact = (accountId: string) => `
INSERT INTO contact (account_id, email_md5, email, attributes)
VALUES ('${accountId}', gen_random_uuid(), 'somebody@example.org', '{"firstName": "Ann", "score": 1}');`;

export const selectContact = (accountId: string, count: number) => `
\\set n random(0, ${count - 1})
SELECT email, attributes, enabled, created_at FROM contact
WHERE account_id = '${accountId}' AND email_md5 = md5('get' || :n || '@example.org')::uuid;`;
