import { afterEach, describe, expect, it } from '@jest/globals';
import { fakeInstallation } from '../testing/fake-installation.js';
import { type Run, runCommand } from '../testing/run-command.js';
import { addKeysCommand } from './keys.command.js';

const FULL = {
  id: '00000000000000a1',
  name: 'full',
  permissions: ['contacts:read'],
  revoked: false,
  createdAt: 'then',
};

let installation: Awaited<ReturnType<typeof fakeInstallation>>;
afterEach(() => installation.close());

async function heed(args: string[], answer: unknown = {}): Promise<Run> {
  installation = await fakeInstallation(({ method, path }) => ({
    body:
      path === '/admin/v1/state'
        ? { accounts: [{ id: 'a1', name: 'acme' }] }
        : method === 'GET'
          ? { keys: [FULL, { ...FULL, id: '00000000000000b2', name: 'old', revoked: true, lastUsedAt: 'noon' }] }
          : answer,
  }));
  return runCommand(addKeysCommand, ['keys', ...args], installation.connection);
}
const last = () => installation.calls.at(-1)!;

describe('heed keys', () => {
  it('lists keys, and when they were last used', async () => {
    expect((await heed(['list', 'acme'])).stdout).toBe(
      [
        'NAME  PERMISSIONS    PER MINUTE  STATUS   LAST USED  ID',
        'full  contacts:read              valid               00000000000000a1',
        'old   contacts:read              revoked  noon       00000000000000b2\n',
      ].join('\n'),
    );
  });

  it('creates one beside the others, and tells it', async () => {
    const made = { id: '00000000000000c3', name: 'new', key: 'hd_key_x' };
    const args = ['create', 'acme', 'new', '--permissions', 'contacts:read', 'schema:read', '--per-minute', '60'];
    const { stdout } = await heed(args, { state: { accounts: [{ keys: [FULL, made] }] } });
    expect(stdout).toBe('created  key  00000000000000c3\nkey      hd_key_x\n');
    const key = { name: 'new', permissions: ['contacts:read', 'schema:read'], requestsPerMinute: 60 };
    expect(last()).toMatchObject({
      method: 'PUT',
      path: '/admin/v1/state?dryRun=false&prune=false',
      body: { accounts: [{ id: 'a1', name: 'acme', keys: [key] }] },
    });
  });

  it('does not change one that it should create', async () => {
    expect((await heed(['create', 'acme', 'full', '--permissions', 'schema:read'])).code).toBe(1);
    expect(installation.calls.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('revokes one, by name or id', async () => {
    for (const key of ['full', '00000000000000a1']) {
      expect(await heed(['revoke', 'acme', key])).toEqual({ code: 0, stdout: 'revoked  key  00000000000000a1\n' });
      expect(last()).toMatchObject({ method: 'POST', path: '/admin/v1/accounts/a1/keys/00000000000000a1/revoke' });
      await installation.close();
    }
    expect((await heed(['revoke', 'acme', 'nobody'])).code).toBe(2);
  });
});
