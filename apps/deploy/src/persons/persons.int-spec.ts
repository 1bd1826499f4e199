import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { md5Hex, sha512Hex } from '#identity';
import { DeployUnderTest, type TestAccount } from '../../test/deploy-under-test.js';

let deploy: DeployUnderTest;
let accounts: TestAccount[];

beforeAll(async () => {
  deploy = await DeployUnderTest.start();
});
afterAll(() => deploy.close());
beforeEach(async () => {
  await deploy.apply({ accounts: [] }, '?prune=true');
  await deploy.db.query('DELETE FROM outbox');
  const fields = { schema: [{ name: 'manager', type: 'email' }], brands: ['Shoes'] };
  accounts = [await deploy.account(fields), await deploy.account(fields)];
});

const ADDRESS = 'Ännchen.ΣΑΣ@Example.org';
const LOWER = ADDRESS.toLowerCase();
const contact = (email: string) => `/deploy/v1/contacts/${md5Hex(email.toLowerCase())}`;
const create = ({ key, brands }: TestAccount, body: object) =>
  deploy.call('POST /deploy/v1/contacts', { key, body: { brandIds: [brands[0]!.id], ...body } });
const ask = async (verb: 'find' | 'erase', address: string) =>
  (await deploy.admin(`POST /admin/v1/persons/${verb}`, { body: { address } })).body.data;

describe('a person', () => {
  it.each([ADDRESS, LOWER, `  ${ADDRESS} `, md5Hex(LOWER).toUpperCase(), sha512Hex(LOWER)])(
    'is found as %s in every account',
    async (address) => {
      for (const account of accounts) await create(account, { email: ADDRESS });
      await create(accounts[0]!, { email: 'other@example.org' });
      expect(await ask('find', address)).toEqual(
        expect.arrayContaining(
          accounts.map(({ name, brands }) => ({
            what: 'contact',
            data: expect.objectContaining({ account: name, email: ADDRESS, brandIds: [brands[0]!.id] }),
          })),
        ),
      );
    },
  );

  it('is erased with events that wait, and from others whom it is an attribute of; nobody else is', async () => {
    for (const account of accounts) await create(account, { email: ADDRESS });
    await create(accounts[0]!, { email: 'other@example.org', attributes: { manager: ADDRESS } });
    await create(accounts[1]!, { email: 'third@example.org', attributes: { manager: 'else@example.org' } });
    expect(await ask('erase', LOWER)).toEqual([
      { what: 'contact', count: 2 },
      { what: 'attribute of another contact', count: 1 },
      { what: 'waiting event', count: 2 },
    ]);
    const stored = await deploy.db.query(
      `SELECT (SELECT json_agg(c)::text FROM contact c) AS contacts, (SELECT json_agg(o)::text FROM outbox o) AS events,
              (SELECT count(*)::int FROM subscription) AS subscriptions`,
    );
    expect(JSON.stringify(stored).toLowerCase()).not.toMatch(/ännchen/);
    expect(stored[0].subscriptions).toBe(2);
    const { key } = accounts[1]!;
    expect((await deploy.call(`GET ${contact('third@example.org')}`, { key })).body.attributes.manager).toBe(
      'else@example.org',
    );
    expect(await ask('find', ADDRESS)).toEqual([]);
    expect(await ask('erase', ADDRESS)).toEqual([]);
  });

  it('that was erased can be added again', async () => {
    await create(accounts[0]!, { email: ADDRESS });
    await ask('erase', ADDRESS);
    expect(await create(accounts[0]!, { email: ADDRESS })).toMatchObject({ status: 201, body: { attributes: {} } });
  });

  it('is nobody where the address can not be read', async () => {
    expect(await ask('find', 'nobody')).toEqual([]);
    expect(await ask('erase', '+1 202 555 0123')).toEqual([]);
  });
});
