/** What mailers keep asking for: to send their own list, and to get it back without those who opted out. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '#testing';
import { listen } from './support/events.js';
import { type Installation, installation } from './support/installation.js';
import { upload, uploadEnded } from './support/uploads.js';

let heed: Installation;
const folder = mkdtempSync(join(tmpdir(), 'heed-cleanse-'));
beforeAll(async () => {
  heed = await installation();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function cleanse(content: string, token = heed.mailer.token) {
  const form = new FormData();
  form.set('file', new Blob([content], { type: 'text/csv' }), 'mailing.csv');
  const answer = await fetch(`${heed.mailerUrl}/accesskey/cleanse/${heed.accessKey('Winter')}?token=${token}`, {
    method: 'POST',
    body: form,
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

it('cleanses a mailing list over HTTP alone', async () => {
  await uploadEnded(heed, await upload(heed, 'Winter', Buffer.from('cleansed@example.org\n')));
  const { events, close } = await listen(heed.amqpUrl, 'cleansing-ready');
  const md5 = createHash('md5').update('cleansed@example.org').digest('hex');
  const { status, body } = await cleanse(
    `email,name\nCleansed@Example.org,"Doe, Jane"\nkept@example.org,Ann\n${md5}\n`,
  );
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { result: 'success', submitted_count: 4, matched_count: 2, malformed_count: 1 },
  });
  const link = await fetch(String(body.download_link), { redirect: 'manual' });
  expect(link.status).toBe(302);
  const file = await fetch(link.headers.get('location')!);
  expect(file.headers.get('content-disposition')).toMatch(/filename="cleansed_list--/);
  const path = join(folder, 'cleansed.zip');
  writeFileSync(path, Buffer.from(await file.arrayBuffer()));
  execFileSync('unzip', ['-tq', path]);
  const member = (name: string) => execFileSync('unzip', ['-p', path, name], { encoding: 'utf8' });
  expect(member('cleansed_list--*')).toBe('email,name\nkept@example.org,Ann\n');
  expect(member('matches_list--*')).toBe(`Cleansed@Example.org,"Doe, Jane"\n${md5}\n`);
  await eventually(() => expect(events).toMatchObject([{ data: { status: 'ready', matchedCount: 2 } }]));
  await close();
});

it('takes lists that are larger than any other body', async () => {
  const { body } = await cleanse('somebody.else@example.org\n'.repeat(200_000));
  expect(body).toMatchObject({ result: 'success', submitted_count: 200_000, matched_count: 0 });
});

it('is closed to others', async () => {
  expect(await cleanse('a@example.org\n', heed.token('operations'))).toMatchObject({
    status: 200,
    body: { result: 'error', error_code: 'invalid_token' },
  });
});
