import { afterEach, describe, expect, it } from '@jest/globals';
import { fakeInstallation } from '../testing/fake-installation.js';
import { type Run, runCommand } from '../testing/run-command.js';
import { addWebhooksCommand } from './webhooks.command.js';

const CRM = { id: 'w1', name: 'crm', url: 'https://crm.example/x', events: ['brand-subscribe'], enabled: true };
const PATH = '/admin/v1/accounts/a1/webhooks';

let installation: Awaited<ReturnType<typeof fakeInstallation>>;
afterEach(() => installation.close());

async function heed(args: string[], answer: unknown = {}): Promise<Run> {
  installation = await fakeInstallation(({ method, path }) => ({
    body:
      method === 'GET' && path === '/admin/v1/state'
        ? { accounts: [{ id: 'a1', name: 'acme', webhooks: [CRM] }] }
        : answer,
  }));
  return runCommand(addWebhooksCommand, ['webhooks', ...args], installation.connection);
}
const last = () => installation.calls.at(-1)!;

describe('heed webhooks', () => {
  it('lists endpoints, and why one is disabled', async () => {
    const dead = { ...CRM, name: 'old', enabled: false, disabledReason: 'It answered 410 Gone.', failingSince: 'then' };
    expect((await heed(['list', 'a1'], { webhooks: [CRM, dead] })).stdout).toBe(
      [
        'NAME  URL                    EVENTS           STATUS                          FAILING SINCE  ID',
        'crm   https://crm.example/x  brand-subscribe  enabled                                        w1',
        'old   https://crm.example/x  brand-subscribe  disabled It answered 410 Gone.  then           w1\n',
      ].join('\n'),
    );
  });

  it('creates one beside the others, and tells its secret', async () => {
    const args = ['create', 'acme', 'erp', 'https://erp.example', '--events', 'brand-subscribe', 'contact-disabled'];
    const made = { ...CRM, id: 'w2', name: 'erp', secret: 'whsec_x' };
    const { stdout } = await heed(args, { state: { accounts: [{ id: 'a1', webhooks: [CRM, made] }] } });
    expect(stdout).toBe('created  webhook  w2\nsecret   whsec_x\n');
    expect(last()).toMatchObject({ method: 'PUT', path: '/admin/v1/state?dryRun=false&prune=false' });
    const events = ['brand-subscribe', 'contact-disabled'];
    expect(last().body).toEqual({
      accounts: [
        { id: 'a1', name: 'acme', webhooks: [{ name: 'erp', url: 'https://erp.example', events, enabled: true }] },
      ],
    });
  });

  it('does not change one that it should create', async () => {
    expect((await heed(['create', 'acme', 'crm', 'https://erp.example', '--events', 'x'])).code).toBe(1);
    expect(installation.calls.every(({ method }) => method === 'GET')).toBe(true);
  });

  it.each([
    [['enable', 'acme', 'crm'], 'POST', `${PATH}/w1/enable`, 'enabled  webhook  w1\n'],
    [['disable', 'acme', 'w1'], 'POST', `${PATH}/w1/disable`, 'disabled  webhook  w1\n'],
    [['delete', 'acme', 'crm'], 'DELETE', `${PATH}/w1`, 'deleted  webhook  w1\n'],
    [['redeliver', 'acme', 'crm', 'd1'], 'POST', `${PATH}/w1/deliveries/d1/redeliver`, 'pending  delivery  d1\n'],
  ])('%j is %s %s', async (args, method, path, stdout) => {
    expect(await heed(args)).toEqual({ code: 0, stdout });
    expect(last()).toMatchObject({ method, path });
  });

  it('rotates a secret, and says how long the one before is good', async () => {
    const { stdout } = await heed(['rotate-secret', 'acme', 'crm'], { secret: 'whsec_y', previousValidUntil: 'noon' });
    expect(stdout).toBe('secret  whsec_y\nThe one before is good until noon.\n');
  });

  it('shows deliveries with how their last try ended', async () => {
    const attempts = [
      { at: 'one', error: 'ECONNREFUSED' },
      { at: 'two', status: 503 },
    ];
    const delivery = {
      id: 'd1',
      eventId: 'e1',
      type: 'brand-subscribe',
      status: 'pending',
      nextAttemptAt: 'three',
      attempts,
    };
    const run = await heed(['deliveries', 'acme', 'crm', '--status', 'pending', '--before', 'd9'], {
      deliveries: [delivery],
    });
    expect(run.stdout).toContain('d1        brand-subscribe  pending  2      503          two       three\n');
    expect(last().path).toBe(`${PATH}/w1/deliveries?limit=20&status=pending&before=d9`);
  });

  it('is wrong usage for a webhook or an account that is not there', async () => {
    expect((await heed(['delete', 'acme', 'erp'])).code).toBe(2);
    await installation.close();
    expect((await heed(['list', 'nobody'])).code).toBe(2);
  });
});
