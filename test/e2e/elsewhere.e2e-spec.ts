/** An installation that is moved: what `heed export` wrote is applied to an empty one, whole like the first. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { startTestSystem, stopTestSystem, type TestSystem } from '../../tools/checks/test-system.ts';
import { runHeed } from './support/heed.js';
import { send } from './support/http.js';
import { type Installation, installation } from './support/installation.js';

interface Credential {
  id: string;
  name: string;
  revoked?: boolean;
  key?: string;
  token?: string;
  secret?: string;
}
interface Tree {
  accounts: { name: string; id: string; keys: Credential[]; brands: { id: string }[]; webhooks: Credential[] }[];
  users: { name: string; tokens: Credential[] }[];
  mailers: { name: string; tokens: Credential[]; access: { key: string }[] }[];
}

let heed: Installation;
let exported: string;
let elsewhere: TestSystem;
let made: Tree;

beforeAll(async () => {
  heed = await installation();
  exported = (await runHeed(heed, ['export'])).stdout;
  const file = join(mkdtempSync(join(tmpdir(), 'heed-')), 'state.yaml');
  writeFileSync(file, exported);
  elsewhere = await startTestSystem(file);
  made = elsewhere.provisioned as unknown as Tree;
}, 180_000);
afterAll(async () => {
  if (elsewhere) await stopTestSystem(elsewhere);
}, 60_000);

const there = () => {
  const { token: adminToken, ...adminUrls } = elsewhere.system.admin;
  return { adminUrls, adminToken };
};

/** Lists of things, wherever they are, in an order that doesn't depend on when they were made. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, sorted(member)]));
}

describe('an installation that was exported and applied elsewhere', () => {
  it('is the same, with all ids and keys', async () => {
    const again = await runHeed(there(), ['export']);
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(sorted(parse(again.stdout))).toEqual(sorted(parse(exported)));
    const { accounts } = parse(exported) as Tree;
    const ids = (account: Tree['accounts'][number]) =>
      [account, ...account.keys, ...account.brands, ...(account.webhooks ?? [])].map(({ id }) => id);
    expect(accounts.flatMap(ids)).not.toContain(undefined);
    expect(made.accounts.flatMap(ids).sort()).toEqual(accounts.flatMap(ids).sort());
  });

  it('has new secrets, good there alone', async () => {
    const brands = (baseUrl: string, token: string) => send('GET', `${baseUrl}/deploy/v1/brands`, { token });
    const newKey = made.accounts.find(({ name }) => name === 'acme')!.keys.find(({ name }) => name === 'full')!.key!;
    const [here, moved] = [heed.baseUrl, elsewhere.system.baseUrl];
    expect((await brands(moved, newKey)).status).toBe(200);
    expect((await brands(here, newKey)).status).toBe(401);
    expect((await brands(moved, heed.apiKey('acme'))).status).toBe(401);
    expect((await brands(here, heed.apiKey('acme'))).status).toBe(200);

    const secrets = [
      ...made.accounts.flatMap(({ keys, webhooks }) => [...keys, ...webhooks]),
      ...[...made.users, ...made.mailers].flatMap(({ tokens }) => tokens),
    ].filter(({ revoked }) => !revoked);
    for (const { key, token, secret } of secrets)
      expect(key ?? token ?? secret).toMatch(/^(hd_key|hd_tok|hd_mlr|whsec)_/);
    const before = JSON.stringify(heed.provisioned);
    for (const { key, token, secret } of secrets) expect(before).not.toContain(key ?? token ?? secret);
  });

  it('does its work there', async () => {
    const { keys, brands } = made.accounts.find(({ name }) => name === 'acme')!;
    const brandIds = brands.map(({ id }) => id);
    const email = 'moved@example.org';
    const created = await send('POST', `${elsewhere.system.baseUrl}/deploy/v1/contacts`, {
      token: keys.find(({ name }) => name === 'full')!.key!,
      body: { email, brandIds, attributes: { firstName: 'Mo' } },
    });
    expect(created).toMatchObject({ status: 201, body: { brandIds: expect.arrayContaining(brandIds) } });
    const token = made.users.find(({ name }) => name === 'operations')!.tokens[0]!.token!;
    const collected = await send('POST', `${elsewhere.system.collectUrl}/client-optout/collect`, {
      token,
      body: { optoutListId: heed.listId('Isolation'), email },
    });
    expect(collected).toMatchObject({ status: 202 });
    const mailer = made.mailers.find(({ name }) => name === 'Fast Mail Ltd')!;
    const prepared = await send<{ error_code: string }>(
      'GET',
      `${elsewhere.system.mailerUrl}/accesskey/download/${heed.mailer.key}?token=${mailer.tokens[0]!.token}`,
    );
    expect(prepared.body).toMatchObject({ error_code: 'empty_list' });
  });

  it('is changed by nothing when the same file is applied once more', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'heed-')), 'state.yaml');
    writeFileSync(file, exported);
    const applied = await runHeed(there(), ['--json', 'apply', '-f', file, '--prune']);
    expect(applied).toMatchObject({ code: 0, stderr: '' });
    const { changes } = JSON.parse(applied.stdout) as { changes: { action: string }[] };
    expect(changes.filter(({ action }) => action !== 'unchanged')).toEqual([]);
  });
});
