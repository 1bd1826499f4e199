import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '#testing';
import { DeployUnderTest, type TestAccount } from '../../test/deploy-under-test.js';
import { OperationLock } from './operation-lock.js';

const CONTACTS = '/deploy/v1/contacts';
const md5 = (email: string) => createHash('md5').update(email).digest('hex');

let deploy: DeployUnderTest;
let account: TestAccount;

beforeAll(async () => {
  deploy = await DeployUnderTest.start();
  account = await deploy.account({ schema: [{ name: 'score', type: 'number' }], brands: ['Shoes'] });
});
afterAll(() => deploy.close());

const begin = (of: TestAccount, fields: { done?: number; total?: number } = {}) =>
  deploy.db.query(
    `INSERT INTO operation (id, account_id, kind, request, started_by, started_at, done, total)
     VALUES ($1, $2, 'contact-disable', '{}', 'tests', now() - interval '10 seconds', $3, $4)`,
    [randomUUID(), of.id, fields.done ?? 0, fields.total ?? null],
  );
const end = (of: TestAccount) =>
  deploy.db.query(`UPDATE operation SET status = 'succeeded', finished_at = now() WHERE account_id = $1`, [of.id]);
const waiting = async () => {
  const [{ count }] = await deploy.db.query(
    `SELECT count(*)::int FROM pg_locks l JOIN pg_database d ON d.oid = l.database
     WHERE d.datname = current_database() AND locktype = 'advisory' AND NOT granted`,
  );
  return count as number;
};

describe('while an operation runs', () => {
  const email = 'locked@example.org';
  const contact = `${CONTACTS}/${md5(email)}`;
  const mutations = (): [string, object | undefined][] => [
    [`POST ${CONTACTS}`, { email: 'new@example.org' }],
    [`PATCH ${contact}`, {}],
    [`POST ${contact}/disable`, undefined],
    [`POST ${contact}/subscriptions`, { brandIds: [account.brands[0]!.id] }],
    [`DELETE ${contact}/subscriptions/${account.brands[0]!.id}`, undefined],
  ];

  beforeAll(async () => {
    await deploy.call(`POST ${CONTACTS}`, { key: account.key, body: { email, brandIds: [account.brands[0]!.id] } });
    await begin(account, { done: 100, total: 300 });
  });
  afterAll(() => end(account));

  it('refuses the five mutations, with the seconds that it will take', async () => {
    for (const [target, body] of mutations()) {
      const answer = await deploy.call(target, { key: account.key, body });
      expect(answer).toMatchObject({ status: 409, body: { code: 'operation_in_progress', title: 'Conflict' } });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(20);
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60);
    }
  });

  it('still refuses a bad form first, and everything that needs the data of the account after', async () => {
    const post = (body: object) => deploy.call(`POST ${CONTACTS}`, { key: account.key, body });
    expect(await post({ email: 'x' })).toMatchObject({ status: 400 });
    expect(await post({ email: 'x@example.org', attributes: { email: 'x' } })).toMatchObject({ status: 400 });
    expect(await post({ email: 'x@example.org', attributes: { unknown: 'x' } })).toMatchObject({ status: 409 });
    expect(await post({ email: 'x@example.org', brandIds: [randomUUID()] })).toMatchObject({ status: 409 });
    const nobody = `${CONTACTS}/${'0'.repeat(32)}`;
    expect(await deploy.call(`POST ${nobody}/disable`, { key: account.key })).toMatchObject({ status: 409 });
  });

  it('lets reads and other accounts alone', async () => {
    const other = await deploy.account();
    expect(await deploy.call(`GET ${contact}`, { key: account.key })).toMatchObject({
      status: 200,
      body: { enabled: true },
    });
    expect(await deploy.call(`POST ${CONTACTS}`, { key: other.key, body: { email } })).toMatchObject({ status: 201 });
  });

  it('refuses a change of the schema by a state file', async () => {
    const schema = [{ name: 'late', type: 'string' }];
    const answer = await deploy.admin('PUT /admin/v1/state', {
      body: { accounts: [{ id: account.id, name: account.name, schema }] },
    });
    expect(answer).toMatchObject({ status: 409, body: { code: 'operation_in_progress' } });
  });
});

describe('the moment in which an operation begins', () => {
  const create = (of: TestAccount, email: string) => deploy.call(`POST ${CONTACTS}`, { key: of.key, body: { email } });
  const refused = { status: 409, headers: { 'retry-after': '1' }, body: { code: 'operation_in_progress' } };

  it('waits for mutations that were let in, and none that comes later is', async () => {
    const other = await deploy.account();
    const lock = new OperationLock();
    const mutation = deploy.db.createQueryRunner();
    await mutation.startTransaction();
    await lock.enterMutation(mutation.manager, other.id);

    let begun = false;
    const operation = deploy.db.transaction(async (tx) => {
      await lock.enterAlone(tx, other.id);
      begun = true;
      await tx.query(
        `INSERT INTO operation (id, account_id, kind, request, started_by) VALUES ($1, $2, 'contact-disable', '{}', 'tests')`,
        [randomUUID(), other.id],
      );
    });
    await eventually(async () => (await waiting()) === 1);
    expect(await create(other, 'late@example.org')).toMatchObject(refused);
    expect(begun).toBe(false);

    await mutation.commitTransaction();
    await mutation.release();
    await operation;
    expect(await create(other, 'late@example.org')).toMatchObject({ status: 409 });
    await end(other);
    expect(await create(other, 'late@example.org')).toMatchObject({ status: 201 });
  });

  it('has mutations refused at once, however long it takes', async () => {
    const other = await deploy.account();
    await deploy.db.transaction(async (tx) => {
      await new OperationLock().enterAlone(tx, other.id);
      for (const _ of [1, 2]) expect(await create(other, 'early@example.org')).toMatchObject(refused);
    });
    expect(await create(other, 'early@example.org')).toMatchObject({ status: 201 });
  });

  it('costs a mutation no row write beside its own', async () => {
    const other = await deploy.account();
    const before = await deploy.db.query(`SELECT xmin, xmax, ctid FROM account WHERE id = $1`, [other.id]);
    await deploy.call(`POST ${CONTACTS}`, { key: other.key, body: { email: 'a@example.org' } });
    expect(await deploy.db.query(`SELECT xmin, xmax, ctid FROM account WHERE id = $1`, [other.id])).toEqual(before);
  });

  it('does not wait for ever for a mutation whose process hangs', async () => {
    const other = await deploy.account();
    await deploy.db.transaction(async (tx) => {
      await new OperationLock().enterMutation(tx, other.id);
      expect(await tx.query('SHOW idle_in_transaction_session_timeout')).toEqual([
        { idle_in_transaction_session_timeout: '3min' },
      ]);
    });
  });

  it('comes once for an account', async () => {
    const other = await deploy.account();
    await begin(other);
    await expect(begin(other)).rejects.toThrow('operation_running');
  });
});
