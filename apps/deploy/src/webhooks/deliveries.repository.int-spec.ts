import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { DeployUnderTest, type TestAccount } from '../../test/deploy-under-test.js';
import { DeliveriesRepository } from './deliveries.repository.js';

const deliveries = new DeliveriesRepository();
let deploy: DeployUnderTest;
let account: TestAccount;

beforeAll(async () => {
  deploy = await DeployUnderTest.start();
});
afterAll(() => deploy.close());
beforeEach(async () => {
  await deploy.apply({ accounts: [] }, '?prune=true');
  account = await deploy.account();
});

/** Endpoints with so many deliveries each. @returns their ids */
async function endpoints(...backlogs: number[]): Promise<string[]> {
  const webhooks = backlogs.map((_, i) => ({
    name: `hook ${i}`,
    url: 'https://x.example',
    events: ['brand-subscribe'],
  }));
  const { state } = await deploy.apply({ accounts: [{ name: account.name, webhooks }] });
  const ids = state.accounts[0].webhooks.map(({ id }: { id: string }) => id);
  for (const [index, backlog] of backlogs.entries())
    await deploy.db.query(
      `INSERT INTO webhook_delivery (account_id, webhook_id, event_id, type, body, next_at)
       SELECT $1, $2, gen_random_uuid(), 'brand-subscribe', '{}', now() - make_interval(mins => $4)
       FROM generate_series(1, $3)`,
      [account.id, ids[index], backlog, backlogs.length - index],
    );
  return ids;
}

/** @returns how many of each endpoint were taken, in the order of the ids */
async function taken(ids: string[], most: number, underWay: number[] = []): Promise<number[]> {
  const inFlight = new Map(underWay.map((count, index) => [`${account.id}/${ids[index]}`, count]));
  const due = await deliveries.take(deploy.db.manager, { most, mostOfOne: 8, inFlight });
  return ids.map((id) => due.filter(({ webhookId }) => webhookId === id).length);
}

it('nine endpoints share what eight could have alone', async () => {
  const ids = await endpoints(20, 20, 20, 20, 20, 20, 20, 20, 1);
  const counts = await taken(ids, 64);
  expect(counts[8]).toBe(1);
  expect(counts.slice(0, 8).sort()).toEqual([7, 8, 8, 8, 8, 8, 8, 8]);
});

it('an endpoint that has fewer under way is asked first, and none gets more than its share', async () => {
  const ids = await endpoints(20, 20);
  expect(await taken(ids, 3, [7, 1])).toEqual([0, 3]);
  expect(await taken(ids, 64, [7, 4])).toEqual([1, 4]);
  expect(await taken(ids, 64, [8, 8])).toEqual([0, 0]);
});

it('what one worker has taken no other one gets', async () => {
  const ids = await endpoints(5);
  const both = await Promise.all([taken(ids, 3), taken(ids, 3)]);
  const later = await taken(ids, 8);
  expect([...both, later].flat().reduce((sum, count) => sum + count)).toBe(5);
  expect(await taken(ids, 8)).toEqual([0]);
});

it('what is disabled gets nothing', async () => {
  const ids = await endpoints(1);
  await deploy.db.query('UPDATE webhook SET enabled = false WHERE id = $1', ids);
  expect(await taken(ids, 8)).toEqual([0]);
});
