import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CommandFailure, ExitCode } from '../exit-code.js';
import { Output } from '../output/output.js';
import { fakeInstallation } from '../testing/fake-installation.js';
import { apply } from './apply.js';

const folder = mkdtempSync(join(tmpdir(), 'heed-'));
const out = join(folder, 'out.json');
const file = (text: string) => {
  const path = join(folder, 'state.yaml');
  writeFileSync(path, `version: 1\n${text}`);
  return path;
};
const whole = () =>
  file(`lists: [{ name: Newsletter, channel: email, storage: plain }]
users: [{ name: operations, tokens: [{ name: ci }], lists: [Newsletter] }]
campaigns: [{ name: Spring, list: Newsletter, format: md5 }]
links: [{ name: spring, key: abcd, list: Newsletter }]
`);

type Fake = Awaited<ReturnType<typeof fakeInstallation>>;
let fake: Fake;
let printed: string;
beforeEach(() => {
  printed = '';
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text;
    return true;
  });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await fake.close();
});

const run = (installation: Fake, options: Partial<Parameters<typeof apply>[1]> = {}, output = new Output(false)) => {
  fake = installation;
  const defaults = { dryRun: false, prune: false, wait: 0 };
  return apply(() => fake.connection, { ...defaults, ...options, file: options.file ?? whole() }, output).catch(
    (error) => error as CommandFailure,
  );
};

describe('heed apply', () => {
  it('tries with all services before it writes to any, and sends lists by id to those who know nothing else', async () => {
    expect(await run(await fakeInstallation(), { out, prune: true })).toBeUndefined();
    const puts = fake.calls.filter(({ method }) => method === 'PUT').map(({ service, path }) => `${service} ${path}`);
    expect(puts).toEqual(
      ['dryRun=true', 'dryRun=false'].flatMap((mode) =>
        ['optout', 'mailer', 'collect'].map((service) => `${service} /admin/v1/state?${mode}&prune=true`),
      ),
    );
    const [, mailer, collect] = fake.writes();
    expect(mailer!.body).toEqual({ campaigns: [{ name: 'Spring', optoutListId: '00000000000000a1', format: 'md5' }] });
    expect(collect!.body).toEqual({ links: [{ name: 'spring', key: 'abcd', optoutListId: '00000000000000a1' }] });
    expect(printed).toContain('created    list     Newsletter\n');
  });

  it('writes ids, addresses and new secrets for the owner alone, and keeps the secrets that it wrote before', async () => {
    await run(await fakeInstallation(), { out });
    const first = JSON.parse(readFileSync(out, 'utf8'));
    expect(first.lists[0]).toMatchObject({
      name: 'Newsletter',
      id: '00000000000000a1',
      optoutListId: '00000000000000a1',
    });
    expect(first.campaigns[0]).toMatchObject({ list: 'Newsletter', optoutListId: '00000000000000a1' });
    expect(first.links[0]).toMatchObject({ key: 'abcd', url: 'https://collect.example/o/abcd' });
    expect(first.users[0].tokens[0].token).toBe('hd_tok_t1_secret');
    expect(statSync(out).mode & 0o777).toBe(0o600);
    await fake.close();

    const again = await fakeInstallation(({ service, method }) =>
      service === 'optout' && method === 'PUT'
        ? {
            body: {
              changes: [],
              state: {
                lists: first.lists,
                users: [
                  {
                    name: 'operations',
                    tokens: [
                      { name: 'ci', id: 't1' },
                      { name: 'x', id: 't2' },
                    ],
                  },
                ],
              },
            },
          }
        : undefined,
    );
    await run(again, { out });
    expect(JSON.parse(readFileSync(out, 'utf8')).users[0].tokens).toEqual([
      { name: 'ci', id: 't1', token: 'hd_tok_t1_secret' },
      { name: 'x', id: 't2' },
    ]);
  });

  it('hands the secret of a new webhook out, once', async () => {
    const webhook = { name: 'crm', url: 'https://crm.example/hooks', events: ['brand-subscribe'] };
    const accounts = file(`accounts: [{ name: acme, webhooks: [${JSON.stringify(webhook)}] }]`);
    const answering = (secret?: string) =>
      fakeInstallation(({ service, method }) =>
        service === 'deploy' && method === 'PUT'
          ? { body: { changes: [], state: { accounts: [{ name: 'acme', webhooks: [{ id: 'w1', secret }] }] } } }
          : undefined,
      );
    await run(await answering('whsec_AA=='), { file: accounts, out });
    expect(fake.writes()[0]!.body).toEqual({ accounts: [{ name: 'acme', webhooks: [webhook] }] });
    await fake.close();
    await run(await answering(), { file: accounts, out });
    expect(JSON.parse(readFileSync(out, 'utf8')).accounts[0].webhooks).toEqual([{ id: 'w1', secret: 'whsec_AA==' }]);
  });

  it('changes nothing on a dry run, and says so', async () => {
    await run(await fakeInstallation(), { dryRun: true });
    expect(fake.writes()).toEqual([]);
    expect(printed).toContain('nothing was changed');
  });

  it('asks no service about a file that is wrong in itself', async () => {
    const failure = await run(await fakeInstallation(), { file: file('lists: [{ nme: x }]') });
    expect(failure).toMatchObject({ exitCode: ExitCode.refused });
    expect(fake.calls).toEqual([]);
  });

  it('tells the refusals of all services by lines of the file, and writes nothing', async () => {
    const refusing = await fakeInstallation(({ service, method }) => {
      const pointer = { optout: '/users/0/tokens/0/name', mailer: '/campaigns/0/optoutListId' }[service as string];
      return method === 'PUT' && pointer
        ? { status: 400, body: { detail: 'No.', errors: [{ pointer, detail: `${service} says no` }] } }
        : undefined;
    });
    const failure = (await run(refusing)) as CommandFailure;
    expect(failure.exitCode).toBe(ExitCode.refused);
    expect(failure.lines.map((line) => line.replace(/^.*state\.yaml:/, ''))).toEqual([
      '3:46 users[0].tokens[0].name: optout says no',
      '4:35 campaigns[0].list: mailer says no',
    ]);
    expect(fake.writes()).toEqual([]);
  });

  it('ends with a code of its own when collect and mailer do not learn of it in time', async () => {
    const deaf = await fakeInstallation(({ service, path }) =>
      service !== 'optout' && path.endsWith('/directory') ? { body: { lists: {} } } : undefined,
    );
    expect(await run(deaf)).toMatchObject({ exitCode: ExitCode.notYetKnown });
  });

  it('waits for what is deleted, too', async () => {
    const behind = await fakeInstallation(({ service, path }) =>
      service === 'optout' && path.endsWith('/directory')
        ? { body: { lists: { '00000000000000a1': 3 }, users: { u1: 3, gone: 1 } } }
        : undefined,
    );
    expect(await run(behind)).toMatchObject({ exitCode: ExitCode.notYetKnown });
  });

  it('hands out the secrets that it made also when it fails later', async () => {
    writeFileSync(out, JSON.stringify({ accounts: [{ name: 'acme', keys: [{ id: 'k1', key: 'hd_key_k1_secret' }] }] }));
    const failing = await fakeInstallation(({ service, path }) =>
      service === 'mailer' && path.includes('dryRun=false') ? { status: 503, body: { detail: 'Later.' } } : undefined,
    );
    expect(await run(failing, { out })).toMatchObject({ exitCode: ExitCode.unreachable });
    expect(printed).toContain('created    list  Newsletter\n');
    const kept = JSON.parse(readFileSync(out, 'utf8'));
    expect(kept.users[0].tokens[0].token).toBe('hd_tok_t1_secret');
    expect(kept.accounts[0].keys[0].key).toBe('hd_key_k1_secret');
    await fake.close();

    printed = '';
    const deaf = await fakeInstallation(({ service, path }) =>
      service === 'collect' && path.endsWith('/directory') ? { body: { lists: {} } } : undefined,
    );
    expect(await run(deaf, {}, new Output(true))).toMatchObject({ exitCode: ExitCode.notYetKnown });
    expect(JSON.parse(printed).state.users[0].tokens[0].token).toBe('hd_tok_t1_secret');
  });

  it('ends with a code of its own when a service is away, before anything is written', async () => {
    const installation = await fakeInstallation(({ service, method }) =>
      service === 'collect' && method === 'PUT' ? { status: 503, body: { detail: 'No database.' } } : undefined,
    );
    expect(await run(installation)).toMatchObject({ exitCode: ExitCode.unreachable });
    expect(fake.writes()).toEqual([]);
  });
});
