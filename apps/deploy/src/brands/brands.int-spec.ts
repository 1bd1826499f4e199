import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { brand, DeployUnderTest, type TestAccount } from '../../test/deploy-under-test.js';
import { type NameOperator, nameOperators } from './brand-name-filter.js';

const BRANDS = '/deploy/v1/brands';

let deploy: DeployUnderTest;
let account: TestAccount;

beforeAll(async () => {
  deploy = await DeployUnderTest.start();
});
afterAll(() => deploy.close());

const list = (query = '', key = account.key) => deploy.call(`GET ${BRANDS}${query}`, { key });
const names = async (query: string) => (await list(query)).body.data.map(({ name }: { name: string }) => name);

describe('listing brands', () => {
  beforeAll(async () => {
    account = await deploy.account();
    const brands = [
      brand({ name: 'Acme Shoes' }),
      brand({ name: 'acme hats', enabled: false }),
      brand({ name: '100% Cotton' }),
      brand({ name: 'a_b\\c' }),
      brand({ name: 'Straße' }),
      brand({ name: 'ΟΔΟΣ' }),
      ...Array.from({ length: 6 }, () => brand({ id: randomUUID(), name: 'Twin' })),
    ];
    await deploy.apply({ accounts: [{ id: account.id, name: account.name, brands }] });
  });

  it('has pages, with the true totals beyond the last one', async () => {
    expect((await list()).body.pagination).toEqual({ page: 1, pageSize: 200, totalCount: 12, totalPages: 1 });
    const second = (await list('?pageSize=10&page=2')).body;
    expect(second.data).toHaveLength(2);
    expect(second.pagination).toEqual({ page: 2, pageSize: 10, totalCount: 12, totalPages: 2 });
    for (const page of [2, 2_147_483_648, Number.MAX_SAFE_INTEGER])
      expect(await list(`?page=${page}`)).toMatchObject({
        status: 200,
        body: { data: [], pagination: { page, pageSize: 200, totalCount: 12, totalPages: 1 } },
      });
    expect((await list('?name=nothing')).body).toEqual({
      data: [],
      pagination: { page: 1, pageSize: 200, totalCount: 0, totalPages: 0 },
    });
  });

  it('shows id, name and enabled alone', async () => {
    const { data } = (await list('?enabled=false')).body;
    expect(data).toEqual([{ id: expect.any(String), name: 'acme hats', enabled: false }]);
    expect((await list('?enabled=true')).body.pagination.totalCount).toBe(11);
  });

  it('sorts by the root collation, equal names by id ascending in both directions', async () => {
    const ascending = (await list()).body.data as { id: string; name: string }[];
    const order = ['100% Cotton', 'a_b\\c', 'acme hats', 'Acme Shoes', 'Straße', 'Twin', 'ΟΔΟΣ'];
    expect([...new Set(ascending.map(({ name }) => name))].sort()).toEqual([...order].sort());
    expect([...new Set(ascending.map(({ name }) => name))].indexOf('acme hats')).toBeLessThan(
      [...new Set(ascending.map(({ name }) => name))].indexOf('Acme Shoes'),
    );
    const descending = (await list('?sort=-name')).body.data as { id: string; name: string }[];
    expect([...new Set(descending.map(({ name }) => name))]).toEqual(
      [...new Set(ascending.map(({ name }) => name))].reverse(),
    );
    const twins = (all: typeof ascending) => all.filter(({ name }) => name === 'Twin').map(({ id }) => id);
    expect(twins(ascending)).toEqual([...twins(ascending)].sort());
    expect(twins(descending)).toEqual(twins(ascending));
  });

  it.each([
    ['?name=Acme%20Shoes', ['Acme Shoes']],
    ['?name[equal]=acme%20shoes', []],
    ['?name%5Bcontains%5D=%25', ['100% Cotton']],
    ['?name[contains]=_b\\', ['a_b\\c']],
    ['?name[starts_with]=ACME', ['acme hats', 'Acme Shoes']],
    ['?name[starts_with_case_sensitive]=Acme', ['Acme Shoes']],
    ['?name[ends_with]=SHOES', ['Acme Shoes']],
    ['?name[ends_with_case_sensitive]=SHOES', []],
    ['?name[contains_case_sensitive]=cme', ['acme hats', 'Acme Shoes']],
    ['?name[starts_with]=stras', ['Straße']],
    ['?name[starts_with]=οδοσ', ['ΟΔΟΣ']],
    ['?name[contains]=.', []],
    ['?name[starts_with]=acme&enabled=true', ['Acme Shoes']],
  ])('filters literally: %s', async (query, expected) => expect(await names(query)).toEqual(expected));

  it.each([
    ['?name[like]=x', 'name[like]'],
    ['?name[]=x', 'name[]'],
    ['?name=', 'name'],
    ['?name[contains]=', 'name[contains]'],
    ['?name=a&name=b', 'name'],
    ['?name=a&name[contains]=b', 'name'],
    ['?name[contains]=a&name[equal]=b', 'name[contains]'],
    ['?page=0', 'page'],
    ['?page=1.0', 'page'],
    ['?page=+1', 'page'],
    ['?pageSize=9', 'pageSize'],
    ['?pageSize=201', 'pageSize'],
    ['?sort=id', 'sort'],
    ['?sort=', 'sort'],
    ['?enabled=TRUE', 'enabled'],
    ['?enabled=1', 'enabled'],
    ['?limit=5', 'limit'],
    ['?name=%00', 'name'],
  ])('refuses %s', async (query, parameter) => {
    const answer = await list(query);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request_error' } });
    expect(answer.body.errors.map((error: { parameter: string }) => error.parameter)).toContain(parameter);
  });

  it('shows nothing of another account', async () => {
    const other = await deploy.account({ brands: ['Foreign'] });
    expect((await list('', other.key)).body.data.map(({ name }: { name: string }) => name)).toEqual(['Foreign']);
  });
});

describe('filters by name', () => {
  // Which letters have a case is said here by another means than the code's: one by one, and by the engine's own comparison without case.
  const sameLetter = new Intl.Collator('und', { sensitivity: 'accent' });
  const letters = ['a', 'A', 'b', 'B', 'é', 'É', '%', '_', '\\', '.', '*', '[', "'", ' ', '1', '\u{1F600}'];
  const text = fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 6 }).map((chars) => chars.join(''));
  const fold = (value: string) =>
    [...value]
      .map((char) =>
        letters.find((letter) => letter === char || (/\p{L}/u.test(char) && sameLetter.compare(letter, char) === 0)),
      )
      .join('');
  const model: Record<NameOperator, (name: string, value: string) => boolean> = {
    equal: (name, value) => name === value,
    not_equal: (name, value) => name !== value,
    starts_with: (name, value) => fold(name).startsWith(fold(value)),
    ends_with: (name, value) => fold(name).endsWith(fold(value)),
    contains: (name, value) => fold(name).includes(fold(value)),
    starts_with_case_sensitive: (name, value) => name.startsWith(value),
    ends_with_case_sensitive: (name, value) => name.endsWith(value),
    contains_case_sensitive: (name, value) => name.includes(value),
  };

  it('agree with a model of plain strings', async () => {
    account = await deploy.account();
    const stored = fc.sample(text, { numRuns: 300, seed: 7 });
    await deploy.apply({
      accounts: [
        { id: account.id, name: account.name, brands: stored.map((name) => brand({ id: randomUUID(), name })) },
      ],
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...nameOperators), text, async (operator, value) => {
        const { pagination } = (await list(`?name[${operator}]=${encodeURIComponent(value)}`)).body;
        expect(pagination.totalCount).toBe(stored.filter((name) => model[operator](name, value)).length);
      }),
      { numRuns: 150 },
    );
  });
});

describe('a single brand', () => {
  it('has what is set, and leaves out what is not', async () => {
    account = await deploy.account();
    const whole = {
      id: randomUUID(),
      name: 'Whole',
      enabled: false,
      fromAddress: 'news@shoes.example',
      domain: 'mail.shoes.example',
      esps: [{ id: randomUUID(), name: 'SendGrid' }],
      verticals: [{ id: 12, label: 'Footwear' }],
      unsubscribeHandling: {
        type: 'ThirdParty',
        unsubscribeUrl: 'https://x.example',
        listUnsubscribeHeader: '<https://x.example>',
      },
    };
    const bare = {
      id: randomUUID(),
      name: 'Bare',
      unsubscribeHandling: { type: 'Deploy', useListUnsubscribeHeader: true },
    };
    await deploy.apply({ accounts: [{ id: account.id, name: account.name, brands: [whole, bare] }] });
    const createdAt = expect.stringMatching(/Z$/);
    const get = async (id: string) => (await deploy.call(`GET ${BRANDS}/${id}`, { key: account.key })).body;
    expect(await get(whole.id.toUpperCase())).toEqual({ ...whole, createdAt });
    expect(await get(bare.id)).toEqual({ ...bare, enabled: true, esps: [], verticals: [], createdAt });
  });

  it('is 404 for an unknown one and for one of another account, 400 for no UUID', async () => {
    account = await deploy.account();
    const other = await deploy.account({ brands: ['Foreign'] });
    const get = (id: string) => deploy.call(`GET ${BRANDS}/${id}`, { key: account.key });
    expect(await get(randomUUID())).toMatchObject({ status: 404, body: { code: 'not_found_error' } });
    expect(await get(other.brands[0]!.id)).toMatchObject({ status: 404 });
    expect(await get('x')).toMatchObject({ status: 400, body: { errors: [{ parameter: 'brandId' }] } });
  });
});
