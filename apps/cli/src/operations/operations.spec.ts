import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { fakeInstallation } from '../testing/fake-installation.js';
import { type Run, runCommand } from '../testing/run-command.js';
import { addOperationsCommand } from './operations.command.js';

const ACCOUNT = { id: 'a1', name: 'acme', brands: [{ id: 'b1', name: 'Shoes' }] };
const view = (fields: object) => ({
  ...{ id: 'o1', kind: 'contact-import', status: 'succeeded', done: 9, total: 9, counts: { created: 2, refused: 1 } },
  ...{ startedBy: 'ops', startedAt: '2026-11-21T10:00:00Z' },
  ...fields,
});

let installation: Awaited<ReturnType<typeof fakeInstallation>>;
afterEach(() => installation.close());

async function heed(args: string[], answer: (path: string, asked: number) => unknown = () => view({})): Promise<Run> {
  let asked = 0;
  installation = await fakeInstallation(({ path }) => ({
    body: path === '/admin/v1/state' ? { accounts: [ACCOUNT] } : answer(path, asked++),
  }));
  return runCommand(addOperationsCommand, ['operations', ...args], installation.connection);
}
const started = () => installation.calls.find(({ method }) => method === 'POST');

describe('heed operations', () => {
  it.each([
    [
      'attribute-update',
      ['--attributes', '{"vip":true,"old":null}', '--brand', 'Shoes'],
      { attributes: { vip: true, old: null }, contacts: { brandId: 'b1' } },
    ],
    ['attribute-update', ['--attributes', '{}', '--all'], { attributes: {}, contacts: {} }],
    ['contact-disable', ['--md5', 'x', 'y'], { contacts: { emailMd5s: ['x', 'y'] } }],
    [
      'schema-change',
      ['--add', 'city:string:Where: at home', 'vip:boolean', '--remove', 'old'],
      {
        add: [
          { name: 'city', type: 'string', description: 'Where: at home' },
          { name: 'vip', type: 'boolean' },
        ],
        remove: ['old'],
      },
    ],
    [
      'contact-import',
      ['--upload', 'u1', '--format', 'csv', '--no-events'],
      { upload: 'u1', format: 'csv', publishBrandSubscribeEvents: false },
    ],
  ])('%s %j is started', async (kind, flags, body) => {
    const { stdout } = await heed([kind, 'acme', ...flags], () => view({ status: 'running' }));
    expect(started()).toMatchObject({ path: `/admin/v1/accounts/a1/operations/${kind}`, body });
    expect(stdout).toBe(`started  ${kind}  o1\n`);
  });

  it.each([
    [['contact-disable', 'acme']],
    [['contact-disable', 'acme', '--all', '--md5', 'x']],
    [['contact-disable', 'nobody', '--all']],
    [['contact-disable', 'acme', '--brand', 'Hats']],
    [['contact-import', 'acme']],
    [['contact-import', 'acme', 'x.txt']],
    [['contact-import', 'acme', '/nowhere/x.csv']],
    [['contact-import', 'acme', 'x.csv', '--upload', 'u1']],
    [['attribute-update', 'acme', '--all', '--attributes', '[]']],
    [['schema-change', 'acme']],
    [['schema-change', 'acme', '--add', 'city']],
  ])('%j is wrong usage, and starts nothing', async (args) => {
    expect(await heed(args)).toMatchObject({ code: 2, stdout: '' });
    expect(started()).toBeUndefined();
  });

  it('sends the file of an import, whole and with its length, and follows it', async () => {
    let received: { length: string | undefined; body: string } | undefined;
    const storage = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      received = { length: request.headers['content-length'], body: Buffer.concat(chunks).toString() };
      response.end();
    });
    await new Promise<void>((resolve) => storage.listen(0, '127.0.0.1', resolve));
    const uploadUrl = `http://127.0.0.1:${(storage.address() as AddressInfo).port}/`;
    const file = join(mkdtempSync(join(tmpdir(), 'heed-')), 'contacts.NDJSON');
    writeFileSync(file, '{"email":"a@example.org"}');
    const { code, stdout } = await heed(['contact-import', 'acme', file, '--watch'], (path, asked) =>
      path.endsWith('/contact-uploads')
        ? { upload: 'u1', uploadUrl }
        : view(asked < 4 ? { status: 'running', done: 3 } : {}),
    );
    storage.close();
    expect(received).toEqual({ length: '25', body: '{"email":"a@example.org"}' });
    expect(installation.calls.find(({ path }) => path.endsWith('/contact-import'))!.body).toEqual({
      upload: 'u1',
      format: 'ndjson',
      publishBrandSubscribeEvents: true,
    });
    expect(code).toBe(0);
    expect(stdout).toBe('succeeded  created 2, refused 1\nWhy rows were refused: heed operations errors o1\n');
  });

  it('watch ends with 1 where the operation did not succeed', async () => {
    const run = await heed(['watch', 'o1'], () => view({ status: 'failed', message: 'No header.', counts: {} }));
    expect(run).toMatchObject({ code: 1, stdout: 'failed  No header.\n' });
  });

  it('list, errors and cancel tell what the service tells', async () => {
    const { stdout } = await heed(['list', 'acme'], () => ({ operations: [view({ status: 'running', done: 3 })] }));
    expect(stdout).toContain('o1  contact-import  running  33 %  created 2, refused 1  2026-11-21T10:00:00Z  ops\n');
    await installation.close();
    const errors = await heed(['errors', 'o1'], (path) =>
      path.endsWith('/errors')
        ? { errors: [{ line: 3, reason: '/email must be an e-mail address' }] }
        : view({ counts: { refused: 2 } }),
    );
    expect(errors.stdout).toBe('LINE  REASON\n3     /email must be an e-mail address\n1 of 2 refused lines.\n');
    await installation.close();
    const cancelled = await heed(['cancel', 'o1'], () => view({ status: 'cancelled' }));
    expect(started()).toMatchObject({ path: '/admin/v1/operations/o1/cancel' });
    expect(cancelled.stdout).toBe('cancelled  created 2, refused 1\n');
  });
});
