import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { eventually, type TestBroker, type TestStorage, testBroker, testStorage } from '#testing';
import { DeployUnderTest, type TestAccount } from '../../test/deploy-under-test.js';
import { DeliveryWorker } from './delivery-worker.js';

interface Post {
  headers: IncomingHttpHeaders;
  body: string;
}

const ALL = ['brand-subscribe', 'brand-unsubscribe', 'contact-disabled'];
const md5 = (email: string) => createHash('md5').update(email).digest('hex');

let storage: TestStorage;
let broker: TestBroker;
let deploy: DeployUnderTest;
let worker: NestFastifyApplication;
let receiver: Server;
let port: number;
let account: TestAccount;
let posts: Post[];
/** What the receiver answers, in turn; 204 when there is nothing left. */
let answers: number[];
let retryAfter: string | undefined;

beforeAll(async () => {
  [storage, broker] = await Promise.all([testStorage(), testBroker()]);
  deploy = await DeployUnderTest.start(storage);
  worker = await deploy.startWholeWorker({ amqpUrl: broker.url, webhookAllowPrivate: ['127.0.0.1/32'] });
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    // What comes late from the test before is none of this one's.
    if (!body.includes(account.id)) return response.writeHead(204).end();
    posts.push({ headers: request.headers, body });
    const headers = { location: '/elsewhere', ...(retryAfter && { 'retry-after': retryAfter }) };
    response.writeHead(answers.shift() ?? 204, headers).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  ({ port } = receiver.address() as AddressInfo);
});
afterAll(async () => {
  await worker.close();
  receiver.close();
  await deploy.close();
  await Promise.all([broker.close(), storage.close()]);
});
beforeEach(async () => {
  account = await deploy.account({ brands: ['Shoes'] });
  posts = [];
  answers = [];
  retryAfter = undefined;
});

/** @returns the endpoint, and its secret if it was made just now */
async function endpoint({ url = `http://127.0.0.1:${port}/hook`, events = ALL, enabled = true } = {}) {
  const webhooks = [{ name: 'crm', url, events, enabled }];
  const { state } = await deploy.apply({ accounts: [{ name: account.name, webhooks }] });
  return state.accounts[0].webhooks[0] as { id: string; secret: string };
}

const create = (email: string) =>
  deploy.call('POST /deploy/v1/contacts', { key: account.key, body: { email, brandIds: [account.brands[0]!.id] } });
const webhooks = () => `/admin/v1/accounts/${account.id}/webhooks`;
const deliveries = async (id: string) => (await deploy.admin(`GET ${webhooks()}/${id}/deliveries`)).body.deliveries;
async function arrived(count: number): Promise<Post[]> {
  await eventually(async () => posts.length === count);
  return posts;
}
const attempted = (id: string, count: number) =>
  eventually(async () => {
    const [delivery] = await deliveries(id);
    return delivery?.attempts.length === count && delivery;
  });
/** As if the time of the next try had come. */
const hurry = () => deploy.db.query('UPDATE webhook_delivery SET next_at = now() WHERE account_id = $1', [account.id]);

/** Not by our own code: as the specification of Standard Webhooks says. */
function expectSigned({ headers, body }: Post, ...secrets: string[]) {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const signatures = secrets.map((secret) => {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    return `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update(signed)
      .digest('base64')}`;
  });
  expect(headers['webhook-signature']!.toString().split(' ')).toEqual(signatures);
}

describe('a webhook', () => {
  it('gets each event that it wants, once and signed', async () => {
    const { id, secret } = await endpoint({ events: ['brand-subscribe', 'contact-disabled'] });
    const [brandId, emailMd5] = [account.brands[0]!.id, md5('ann@example.org')];
    await create('ann@example.org');
    await deploy.call(`DELETE /deploy/v1/contacts/${emailMd5}/subscriptions/${brandId}`, { key: account.key });
    await deploy.call(`POST /deploy/v1/contacts/${emailMd5}/disable`, { key: account.key });
    await arrived(2);
    const events = posts.map(({ body }) => JSON.parse(body));
    expect(events.map(({ type }) => type).sort()).toEqual(['brand-subscribe', 'contact-disabled']);
    for (const [index, post] of posts.entries()) {
      expect(post.headers).toMatchObject({
        'content-type': 'application/cloudevents+json',
        'webhook-id': events[index].id,
      });
      expect(events[index].data).toMatchObject({ accountId: account.id, email: 'ann@example.org' });
      expectSigned(post, secret);
    }
    await eventually(async () => {
      const all = await deliveries(id);
      return all.length === 2 && all.every(({ status }: { status: string }) => status === 'delivered');
    });
  });

  it('gets an event again after an answer that is none of success, and another one when it is sent again', async () => {
    const { id, secret } = await endpoint();
    answers = [500, 302];
    await create('ben@example.org');
    const failed = await attempted(id, 1);
    expect(failed).toMatchObject({ status: 'pending', attempts: [{ status: 500 }] });
    expect(Date.parse(failed.nextAttemptAt)).toBeGreaterThan(Date.parse(failed.attempts[0].at) + 7_000);
    expect((await deploy.admin(`GET ${webhooks()}`)).body.webhooks[0]).toMatchObject({
      enabled: true,
      failingSince: failed.attempts[0].at,
    });
    await hurry();
    expect(await attempted(id, 2)).toMatchObject({ status: 'pending', attempts: [{}, { status: 302 }] });
    await hurry();
    const delivered = await attempted(id, 3);
    expect(delivered).toMatchObject({ status: 'delivered', attempts: [{}, {}, { status: 204 }] });
    expect((await deploy.admin(`GET ${webhooks()}`)).body.webhooks[0]).not.toHaveProperty('failingSince');

    const redelivery = await deploy.admin(`POST ${webhooks()}/${id}/deliveries/${delivered.id}/redeliver`);
    expect(redelivery.status).toBe(204);
    expect(await attempted(id, 4)).toMatchObject({ status: 'delivered' });
    expect(posts).toHaveLength(4);
    for (const post of posts) expectSigned(post, secret);
    expect(new Set(posts.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
  });

  it.each([
    [429, '3600', 3_600],
    [503, new Date(Date.now() + 7_200_000).toUTCString(), 7_190],
    [503, '999999', 43_200],
    [500, '3600', 0],
  ])('that answers %i and Retry-After: %s is left alone for so long', async (status, header, least) => {
    const { id } = await endpoint();
    [answers, retryAfter] = [[status], header];
    await create('joe@example.org');
    const { attempts, nextAttemptAt } = await attempted(id, 1);
    const seconds = (Date.parse(nextAttemptAt) - Date.parse(attempts[0].at)) / 1_000;
    expect(seconds).toBeGreaterThan(least - 15);
    expect(seconds).toBeLessThan(least + 60);
    if (least === 0) expect(attempts[0]).not.toHaveProperty('retryAfterSeconds');
    else expect(attempts[0].retryAfterSeconds).toBeGreaterThan(least - 15);
  });

  it('shows its deliveries page by page, and those of one status', async () => {
    const { id } = await endpoint();
    for (const name of ['a', 'b', 'c', 'd', 'e']) await create(`${name}@pages.example`);
    await arrived(5);
    await eventually(async () =>
      (await deliveries(id)).every(({ status }: { status: string }) => status === 'delivered'),
    );
    const all = (await deliveries(id)).map((one: { id: string }) => one.id);
    const pages: string[] = [];
    for (let before = ''; ; before = `&before=${pages.at(-1)}`) {
      const page = (await deploy.admin(`GET ${webhooks()}/${id}/deliveries?limit=2${before}`)).body.deliveries;
      pages.push(...page.map((one: { id: string }) => one.id));
      if (page.length < 2) break;
    }
    expect(pages).toEqual(all);
    expect(all).toHaveLength(5);
    expect((await deploy.admin(`GET ${webhooks()}/${id}/deliveries?status=failed`)).body.deliveries).toEqual([]);
    for (const query of ['limit=0', 'limit=1001', 'before=x', 'status=lost', 'page=2'])
      expect(await deploy.admin(`GET ${webhooks()}/${id}/deliveries?${query}`)).toMatchObject({
        status: 400,
        body: { errors: [{ parameter: query.split('=')[0] }] },
      });
  });

  it('can be disabled, enabled and deleted alone', async () => {
    const { id } = await endpoint();
    const view = async () => (await deploy.admin(`GET ${webhooks()}`)).body.webhooks;
    expect(await deploy.admin(`POST ${webhooks()}/${id}/disable`)).toMatchObject({ status: 204 });
    expect(await view()).toMatchObject([{ id, enabled: false }]);
    expect(await deploy.admin(`POST ${webhooks()}/${id}/enable`)).toMatchObject({ status: 204 });
    expect(await view()).toMatchObject([{ id, enabled: true }]);
    expect(await deploy.admin(`DELETE ${webhooks()}/${id}`)).toMatchObject({ status: 204 });
    expect(await view()).toEqual([]);
    expect(await deploy.admin(`DELETE ${webhooks()}/${id}`)).toMatchObject({ status: 404 });
  });

  it('is signed with the new secret and the one before while both are good', async () => {
    const { id, secret } = await endpoint();
    const rotated = await deploy.admin(`POST ${webhooks()}/${id}/rotate-secret`);
    expect(rotated).toMatchObject({ status: 200, body: { previousValidUntil: expect.any(String) } });
    await create('cid@example.org');
    expectSigned((await arrived(1))[0]!, rotated.body.secret, secret);
    await deploy.db.query(
      `UPDATE webhook SET previous_secrets = jsonb_set(previous_secrets, '{0,until}', to_jsonb(now())) WHERE id = $1`,
      [id],
    );
    await create('dan@example.org');
    expectSigned((await arrived(2))[1]!, rotated.body.secret);
  });

  it('is disabled by 410 at once, and by failures when they go on for too long', async () => {
    const { id } = await endpoint();
    answers = [410, 500, 500];
    await create('eve@example.org');
    expect(await attempted(id, 1)).toMatchObject({ status: 'failed' });
    const view = async () => (await deploy.admin(`GET ${webhooks()}`)).body.webhooks[0];
    expect(await view()).toMatchObject({ enabled: false, disabledReason: expect.stringContaining('410') });

    await endpoint();
    expect(await view()).toMatchObject({ enabled: true });
    const [{ id: first }] = await deliveries(id);
    await deploy.admin(`POST ${webhooks()}/${id}/deliveries/${first}/redeliver`);
    await attempted(id, 2);
    expect(await view()).toMatchObject({ enabled: true });
    await deploy.db.query(`UPDATE webhook SET failing_since = now() - interval '5 days 1 second' WHERE id = $1`, [id]);
    await hurry();
    await attempted(id, 3);
    expect(await view()).toMatchObject({ enabled: false, disabledReason: expect.stringContaining('too long') });
  });

  it.each([
    'http://127.0.0.2:1',
    'http://10.0.0.1',
    'http://[::1]:1',
    'http://[::ffff:10.0.0.1]',
    'http://2130706434:1',
  ])('is not reached at %s', async (url) => {
    const { id } = await endpoint({ url });
    await create('fay@example.org');
    expect(await attempted(id, 1)).toMatchObject({ attempts: [{ error: 'ADDRESS_REFUSED' }] });
  });

  it('that nobody is at is tried again', async () => {
    const { id } = await endpoint({ url: 'http://127.0.0.1:1' });
    await create('gus@example.org');
    expect(await attempted(id, 1)).toMatchObject({ status: 'pending', attempts: [{ error: 'ECONNREFUSED' }] });
  });

  it('is known in its own account alone, and nothing but the making tells a secret', async () => {
    const { id } = await endpoint();
    await create('hal@example.org');
    const { id: delivery } = await attempted(id, 1);
    const other = `/admin/v1/accounts/${(await deploy.account()).id}/webhooks/${id}`;
    for (const target of [
      `GET ${other}/deliveries`,
      `POST ${other}/rotate-secret`,
      `POST ${other}/enable`,
      `POST ${other}/disable`,
      `DELETE ${other}`,
      `POST ${other}/deliveries/${delivery}/redeliver`,
    ])
      expect(await deploy.admin(target)).toMatchObject({ status: 404 });
    const told = await Promise.all(
      [webhooks(), `${webhooks()}/${id}/deliveries`, '/admin/v1/state'].map((path) => deploy.admin(`GET ${path}`)),
    );
    expect(JSON.stringify(told)).not.toContain('whsec_');
    expect(await deploy.call(`GET ${webhooks()}`)).toMatchObject({ status: 401 });
    const nobody = `/admin/v1/accounts/${randomUUID()}/webhooks`;
    expect(await deploy.admin(`GET ${nobody}`)).toMatchObject({ status: 404 });
  });

  it('keeps its deliveries for some days only', async () => {
    const { id } = await endpoint();
    await create('ida@example.org');
    await create('ivy@example.org');
    await arrived(2);
    await deploy.db.query(
      `UPDATE webhook_delivery SET created_at = now() - interval '14 days 1 second' WHERE body LIKE '%ida@%'`,
    );
    await worker.get(DeliveryWorker, { strict: false }).prune();
    expect(await deliveries(id)).toHaveLength(1);
  });
});
