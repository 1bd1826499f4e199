/** `heed` as scripts use it: by its exit codes, its JSON, and files that go round. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '#testing';
import { runHeed } from './support/heed.js';
import { send } from './support/http.js';
import { type Installation, installation } from './support/installation.js';

let heed: Installation;
beforeAll(async () => {
  heed = await installation();
});

const folder = mkdtempSync(join(tmpdir(), 'heed-'));

const run = (args: string[], env?: Record<string, string>) => runHeed(heed, args, env);

const file = (text: string) => {
  const path = join(folder, 'state.yaml');
  writeFileSync(path, text);
  return path;
};

describe('heed', () => {
  it('exports a file that changes nothing when it is applied', async () => {
    // Other tests make users and remove them again at the same time: a dry run brings none of them back.
    await eventually(async () => {
      const exported = await run(['export']);
      expect(exported.code).toBe(0);
      const applied = await run(['--json', 'apply', '--dry-run', '-f', file(exported.stdout)]);
      expect(applied).toMatchObject({ code: 0, stderr: '' });
      const { changes } = JSON.parse(applied.stdout) as { changes: { action: string }[] };
      expect(changes.length).toBeGreaterThan(20);
      return changes.every(({ action }) => action === 'unchanged');
    });
  });

  it('makes no half of a file that one service refuses', async () => {
    const half = file(`version: 1
lists: [{ name: Half, channel: email, storage: plain }]
mailers: [{ name: Half, access: [{ campaign: Spring, key: a }] }]`);
    const refused = await run(['apply', '-f', half]);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/state\.yaml:3:\d+ mailers\[0\]\.access\[0\]\.key: /);
    expect((await run(['export'])).stdout).not.toContain('Half');
  });

  it('tells by its exit code what kept it', async () => {
    const good = file('version: 1\nusers: []');
    expect((await run(['apply', '-f', file('version: 1\nlist: []')])).code).toBe(1);
    expect((await run(['apply', '-f', good], { HEED_ADMIN_TOKEN: 'wrong' })).code).toBe(1);
    expect((await run(['apply'])).code).toBe(2);
    expect((await run(['apply', '-f', '/nowhere'])).code).toBe(2);
    expect((await run(['status'], { HEED_MAILER_ADMIN_URL: 'http://127.0.0.1:9' })).code).toBe(3);
    expect((await run(['status'])).code).toBe(0);
  });

  it('finds out who somebody is to the installation, and says so when it is nobody', async () => {
    const found = await run(['--json', 'optouts', 'find', 'nobody.at.all@example.org']);
    expect(found).toMatchObject({ code: 0, stdout: '[]\n' });
  });

  it('looks after the keys of an account', async () => {
    const made = await run(['--json', 'keys', 'create', 'rival', 'short', '--permissions', 'brands:read']);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const { id, key } = JSON.parse(made.stdout) as { id: string; key: string };
    const brands = () => send('GET', `${heed.baseUrl}/deploy/v1/brands`, { token: key });
    expect((await brands()).status).toBe(200);
    expect((await run(['keys', 'revoke', 'rival', 'short'])).stdout).toBe(`revoked  key  ${id}\n`);
    expect((await brands()).status).toBe(401);
    const listed = JSON.parse((await run(['--json', 'keys', 'list', 'rival'])).stdout);
    expect(listed).toContainEqual(expect.objectContaining({ id, name: 'short', revoked: true }));
    expect((await run(['keys', 'create', 'rival', 'short', '--permissions', 'brands:read'])).code).toBe(1);
    expect((await run(['keys', 'create', 'rival', 'other', '--permissions', 'everything'])).code).toBe(1);
  });

  it('looks after the webhooks of an account', async () => {
    const webhooks = async () => JSON.parse((await run(['--json', 'webhooks', 'list', 'busy'])).stdout);
    const events = ['--events', 'brand-subscribe'];
    const made = await run(['--json', 'webhooks', 'create', 'busy', 'erp', 'https://erp.example/in', ...events]);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const { id, secret } = JSON.parse(made.stdout) as { id: string; secret: string };
    expect(secret).toMatch(/^whsec_/);
    expect((await run(['webhooks', 'create', 'busy', 'erp', 'https://erp.example/in', ...events])).code).toBe(1);
    expect((await run(['webhooks', 'create', 'busy', 'two', 'ftp://erp.example', ...events])).code).toBe(1);
    const rotated = await run(['--json', 'webhooks', 'rotate-secret', 'busy', 'erp']);
    expect(JSON.parse(rotated.stdout).secret).not.toBe(secret);
    expect((await run(['webhooks', 'disable', 'busy', 'erp'])).code).toBe(0);
    expect(await webhooks()).toMatchObject([{ id, name: 'erp', enabled: false }]);
    expect((await run(['webhooks', 'enable', 'busy', 'erp'])).code).toBe(0);
    expect(await webhooks()).toMatchObject([{ id, enabled: true }]);
    expect(await run(['--json', 'webhooks', 'deliveries', 'busy', 'erp'])).toMatchObject({ code: 0, stdout: '[]\n' });
    expect((await run(['webhooks', 'redeliver', 'busy', 'erp', id])).code).toBe(1);
    expect((await run(['webhooks', 'delete', 'busy', 'erp'])).code).toBe(0);
    expect(await webhooks()).toEqual([]);
  });
});
