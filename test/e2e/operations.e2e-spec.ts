/** A bulk import as its owner starts it by `heed`: contacts stand still until it has ended or was cancelled. */
import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { runHeed } from './support/heed.js';
import { send } from './support/http.js';
import { type Installation, installation } from './support/installation.js';

const ACCOUNT = 'busy';
// Long enough that no machine has imported them before the next requests are answered.
const rows = 300_000;

let heed: Installation;
let contacts: string;
let token: string;
let boots: string;

beforeAll(async () => {
  heed = await installation();
  contacts = `${heed.baseUrl}/deploy/v1/contacts`;
  token = heed.apiKey(ACCOUNT);
  boots = heed.brandId(ACCOUNT, 'Boots');
});

const md5 = (email: string) => createHash('md5').update(email).digest('hex');
const known = md5('known@example.org');
const mutations = (email: string) =>
  [
    ['POST', contacts, { email }],
    ['PATCH', `${contacts}/${known}`, { attributes: { nickname: 'K' } }],
    ['POST', `${contacts}/${known}/subscriptions`, { brandIds: [boots] }],
    ['DELETE', `${contacts}/${known}/subscriptions/${boots}`, undefined],
    ['POST', `${contacts}/${known}/disable`, undefined],
  ] as const;

async function mutate(email: string) {
  const answers = [];
  for (const [method, url, body] of mutations(email)) answers.push(await send(method, url, { token, body }));
  return answers;
}

function csv(): string {
  const lines = ['email,brandIds,nickname', 'nobody,,'];
  for (let i = 0; i < rows; i++) lines.push(`import${i}@example.org,${i === 7 ? boots : ''},N${i}`);
  const path = join(mkdtempSync(join(tmpdir(), 'heed-')), 'contacts.csv');
  writeFileSync(path, lines.join('\n'));
  return path;
}

it('keeps the five mutations out until it has ended, and lets reads alone', async () => {
  expect(await send('POST', contacts, { token, body: { email: 'known@example.org' } })).toMatchObject({ status: 201 });
  const started = await runHeed(heed, ['--json', 'operations', 'contact-import', ACCOUNT, csv()]);
  expect(started).toMatchObject({ code: 0, stderr: '' });
  const { id } = JSON.parse(started.stdout) as { id: string };

  for (const answer of await mutate('later@example.org')) {
    expect(answer).toMatchObject({ status: 409, body: { code: 'operation_in_progress' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  }
  for (const url of [
    `${contacts}/${known}`,
    `${contacts}/${known}/subscriptions`,
    `${heed.baseUrl}/deploy/v1/brands`,
    `${heed.baseUrl}/deploy/v1/brands/${boots}`,
    `${heed.baseUrl}/deploy/v1/contact-schema`,
  ])
    expect(await send('GET', url, { token })).toMatchObject({ status: 200 });
  const second = await runHeed(heed, ['operations', 'contact-disable', ACCOUNT, '--all']);
  expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining('409') });

  const watched = await runHeed(heed, ['operations', 'watch', id]);
  expect(watched).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^succeeded {2}created 300000, updated 0, refused 1\n/),
  });
  expect((await runHeed(heed, ['operations', 'errors', id])).stdout).toContain('2     /email must be');
  expect((await runHeed(heed, ['operations', 'list', ACCOUNT])).stdout).toContain(`${id}  contact-import  succeeded`);
  expect(await send('GET', `${contacts}/${md5('import7@example.org')}`, { token })).toMatchObject({
    body: { attributes: { nickname: 'N7' }, brandIds: [boots] },
  });
  expect((await mutate('later@example.org')).map(({ status }) => status)).toEqual([201, 200, 200, 204, 204]);
}, 180_000);

it('can be cancelled, and then keeps nobody out', async () => {
  const started = await runHeed(heed, ['--json', 'operations', 'contact-import', ACCOUNT, csv()]);
  const { id } = JSON.parse(started.stdout) as { id: string };
  const body = { email: 'free@example.org' };
  expect(await send('POST', contacts, { token, body })).toMatchObject({ status: 409 });
  expect(await runHeed(heed, ['operations', 'cancel', id])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^cancelled/),
  });
  expect((await runHeed(heed, ['operations', 'watch', id])).code).toBe(1);
  expect(await send('POST', contacts, { token, body })).toMatchObject({ status: 201 });
}, 180_000);
