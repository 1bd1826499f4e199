import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '#testing';
import { aToken, type CollectService, collectService } from '../testing/collect-service.js';

const listId = 'a3f29c0d4be81755';
const { token, told } = aToken();

let service: CollectService;
beforeAll(async () => {
  service = await collectService({ intakeWaiting: 3 });
});
afterAll(() => service.close());
beforeEach(() =>
  service.database.query('TRUNCATE outbox, list_user, optout_list CASCADE; UPDATE directory SET complete = false'),
);

const know = () => service.know([{ optoutListId: listId }], [{ tokens: [told], optoutListIds: [listId] }]);
const collect = async (email = 'jane@shop.example', optoutListId = listId) => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const answer = await service.call('POST', '/client-optout/collect', JSON.stringify({ optoutListId, email }), headers);
  return { status: answer.statusCode, code: answer.json().code, retryAfter: answer.headers['retry-after'] };
};
const busy = { status: 503, code: 'api_error', retryAfter: expect.stringMatching(/^[1-9]\d*$/) };

describe('what can not be taken now', () => {
  it('is told to come back while the directory is not filled', async () => {
    expect(await collect()).toEqual(busy);
    await know();
    await service.database.query('UPDATE directory SET complete = false');
    // What is there already is known, what isn't may still come.
    expect((await collect()).status).toBe(202);
    expect(await collect('jane@shop.example', '0000000000000001')).toEqual(busy);
  });

  it('is told to come back when too many wait, and nothing of it is kept', async () => {
    await know();
    const lock = service.database.createQueryRunner();
    await lock.query('BEGIN; LOCK TABLE outbox IN ACCESS EXCLUSIVE MODE');
    // Two batches are being written, and three opt-outs may wait for the next.
    const first = [collect('a@shop.example')];
    await eventually(async () => (await waitingForLock()) === 1);
    first.push(collect('b@shop.example'));
    await eventually(async () => (await waitingForLock()) === 2);
    const rest = Array.from({ length: 6 }, (_, i) => collect(`c${i}@shop.example`));
    const refused = await eventually(async () => {
      const done = await Promise.all(rest.map((one) => Promise.race([one, Promise.resolve(undefined)])));
      const answers = done.filter((one) => one !== undefined);
      return answers.length === 3 && answers;
    });
    expect(refused).toEqual([busy, busy, busy]);
    await lock.query('COMMIT');
    await lock.release();
    const answers = await Promise.all([...first, ...rest]);
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(5);
    expect(await service.collected()).toHaveLength(5);
  });

  it('is told to come back when it can not be written', async () => {
    await know();
    await service.database.query('ALTER TABLE outbox RENAME TO outbox_away');
    expect(await collect()).toEqual(busy);
    await service.database.query('ALTER TABLE outbox_away RENAME TO outbox');
    expect(await collect()).toMatchObject({ status: 202 });
    expect(await service.collected()).toHaveLength(1);
  });

  it('is told to come back when the connections to the database are cut', async () => {
    await know();
    const lock = service.database.createQueryRunner();
    await lock.query('BEGIN; LOCK TABLE outbox IN ACCESS EXCLUSIVE MODE');
    const waiting = collect();
    await eventually(async () => (await waitingForLock()) === 1);
    await service.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    );
    expect(await waiting).toEqual(busy);
    await lock.query('ROLLBACK');
    await lock.release();
    expect(await collect()).toMatchObject({ status: 202 });
    expect(await service.collected()).toHaveLength(1);
  });

  it('is told to come back when the database falls silent', async () => {
    await know();
    const lock = service.database.createQueryRunner();
    await lock.query('BEGIN; LOCK TABLE directory IN ACCESS EXCLUSIVE MODE');
    expect(await collect()).toEqual(busy);
    await lock.query('ROLLBACK');
    await lock.release();
    expect(await collect()).toMatchObject({ status: 202 });
  });

  async function waitingForLock(): Promise<number> {
    const [{ count }] = await service.database.query(
      `SELECT count(*)::int FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    );
    return count;
  }
});
