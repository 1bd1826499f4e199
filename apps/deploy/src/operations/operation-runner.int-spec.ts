import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '#testing';
import { DeployUnderTest, type TestAccount } from '../../test/deploy-under-test.js';
import { OperationsRepository } from './operations.repository.js';

let deploy: DeployUnderTest;

beforeAll(async () => {
  // Without a storage.
  deploy = await DeployUnderTest.start();
});
afterAll(() => deploy.close());

async function importInto(account: TestAccount): Promise<string> {
  const id = randomUUID();
  const request = { objectKey: 'uploads/x', etag: 'x', bytes: 9, format: 'csv', publishBrandSubscribeEvents: true };
  await deploy.db.query(
    `INSERT INTO operation (id, account_id, kind, request, started_by) VALUES ($1, $2, 'contact-import', $3, 'tests')`,
    [id, account.id, JSON.stringify(request)],
  );
  return id;
}
const watch = async (id: string) => (await deploy.admin(`GET /admin/v1/operations/${id}`)).body;

it('an import whose storage is away holds up no other operation, and does not fail for it', async () => {
  const waiting = await importInto(await deploy.account());
  const { id: accountId } = await deploy.account();
  const other = await deploy.admin(`POST /admin/v1/accounts/${accountId}/operations/contact-disable`, {
    body: { contacts: {} },
  });
  const worker = await deploy.startWorker();
  try {
    await eventually(async () => (await watch(other.body.id)).status === 'succeeded');
    expect(await watch(waiting)).toMatchObject({ status: 'running' });
    const [{ tries }] = await deploy.db.query('SELECT tries FROM operation WHERE id = $1', [waiting]);
    expect(tries).toBe(0);
  } finally {
    await worker.close();
  }
});

it('an operation is let go of when the worker that has it hangs', async () => {
  const id = await importInto(await deploy.account());
  await deploy.db.transaction(async (tx) => {
    await new OperationsRepository(deploy.db).take(tx, id);
    expect(await tx.query('SHOW idle_in_transaction_session_timeout')).toEqual([
      { idle_in_transaction_session_timeout: '3min' },
    ]);
  });
});
