import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type CollectService, collectService } from '../testing/collect-service.js';

const listId = 'a3f29c0d4be81755';

let service: CollectService;
beforeAll(async () => {
  service = await collectService();
  await service.know([{ optoutListId: listId }, { optoutListId: '00000000000000aa', kind: 'grouped' }]);
});
afterAll(() => service.close());
beforeEach(() => service.database.query('TRUNCATE opt_out_link'));

const apply = (links: object[], query = '') => service.admin('PUT', `/state${query}`, { links });
const stored = async () => (await service.admin('GET', '/state')).body.links;
const spring = { name: 'spring', key: '7Gm2kQ9xT4', optoutListId: listId, campaign: 'Spring' };

describe('the state of links', () => {
  it('is made, kept and changed by name or key', async () => {
    const made = await apply([spring, { name: 'summer', optoutListId: listId }]);
    expect(made.body.changes).toEqual([
      { kind: 'link', name: 'spring', action: 'created' },
      { kind: 'link', name: 'summer', action: 'created' },
    ]);
    const [first, second] = made.body.state.links;
    expect(first).toEqual(spring);
    expect(second.key).toMatch(/^[2-9A-HJ-NP-Za-km-z]{10}$/);

    const again = await apply([
      { ...spring, name: 'renamed' },
      { name: 'summer', optoutListId: listId },
    ]);
    expect(again.body.changes.map(({ action }: { action: string }) => action)).toEqual(['changed', 'unchanged']);
    expect(await stored()).toEqual([{ ...spring, name: 'renamed' }, second]);
  });

  it('loses nothing without prune, and with it what is not named', async () => {
    await apply([spring]);
    const other = { name: 'other', key: 'other-1', optoutListId: listId };
    expect((await apply([other])).body.changes).toHaveLength(1);
    expect(await stored()).toHaveLength(2);
    const pruned = await apply([other], '?prune=true');
    expect(pruned.body.changes).toEqual([
      { kind: 'link', name: 'other', action: 'unchanged' },
      { kind: 'link', name: 'spring', action: 'deleted' },
    ]);
    expect(await stored()).toEqual([other]);
    expect((await service.admin('PUT', '/state?prune=true', {})).body).toEqual({ changes: [], state: {} });
    expect(await stored()).toEqual([other]);
  });

  it('is only planned with dryRun', async () => {
    expect((await apply([spring], '?dryRun=true')).body.changes).toMatchObject([{ action: 'created' }]);
    expect(await stored()).toEqual([]);
  });

  it('may refer to a list that is not known here yet', async () => {
    expect((await apply([{ ...spring, optoutListId: 'ffffffffffffffff' }])).status).toBe(200);
  });

  it.each([
    ['a grouped list', [{ ...spring, optoutListId: '00000000000000aa' }], '/links/0/optoutListId'],
    ['no list', [{ name: 'x' }], '/links/0/optoutListId'],
    ['a key of another form', [{ ...spring, key: 'a b' }], '/links/0/key'],
    ['a key twice', [spring, { ...spring, name: 'x' }], '/links/1/key'],
    [
      'a name twice',
      [
        { name: 'x', optoutListId: listId },
        { name: 'x', optoutListId: listId },
      ],
      '/links/1/name',
    ],
    ['an unknown field', [{ ...spring, colour: 'red' }], '/links/0/colour'],
    ['an empty text', [{ ...spring, campaign: '' }], '/links/0/campaign'],
  ])('is refused with %s, and nothing is changed', async (_, links, pointer) => {
    const { status, body } = await apply(links);
    expect([status, body.errors?.[0]?.pointer]).toEqual([400, pointer]);
    expect(await stored()).toEqual([]);
  });

  it('is refused where a name means two links', async () => {
    await apply([spring, { ...spring, key: 'other-1' }]);
    const { body } = await apply([{ name: 'spring', optoutListId: listId }]);
    expect(body.errors[0].pointer).toBe('/links/0/name');
  });

  it('is for admins', async () => {
    for (const path of ['/admin/v1/state', '/admin/v1/directory', '/admin/v1/dead-letters'])
      expect((await service.call('GET', path)).statusCode).toBe(401);
  });
});
