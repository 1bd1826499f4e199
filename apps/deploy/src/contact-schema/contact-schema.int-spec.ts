import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DeployUnderTest } from '../../test/deploy-under-test.js';

let deploy: DeployUnderTest;

beforeAll(async () => {
  deploy = await DeployUnderTest.start();
});
afterAll(() => deploy.close());

const predefined = [
  { name: 'Email', type: 'email', description: expect.any(String) },
  { name: 'Brand', type: 'array', description: expect.any(String) },
];

describe('the contact schema', () => {
  it('has Email and Brand first, then the custom attributes in the order in which they were added', async () => {
    const { id, name, key } = await deploy.account({
      schema: [
        { name: 'z', type: 'string' },
        { name: 'a', type: 'array' },
      ],
    });
    const get = async () => (await deploy.call('GET /deploy/v1/contact-schema', { key })).body.attributes;
    expect(await get()).toEqual([...predefined, { name: 'z', type: 'string' }, { name: 'a', type: 'array' }]);
    const schema = [
      { name: 'm', type: 'number', description: 'Added later' },
      { name: 'z', type: 'string', description: 'Described later' },
      { name: 'a', type: 'array' },
    ];
    await deploy.apply({ accounts: [{ id, name, schema }] });
    expect(await get()).toEqual([...predefined, schema[1], schema[2], schema[0]]);
  });

  it('is each account’s own', async () => {
    const one = await deploy.account({ schema: [{ name: 'mine', type: 'string' }] });
    const two = await deploy.account();
    expect((await deploy.call('GET /deploy/v1/contact-schema', { key: two.key })).body.attributes).toEqual(predefined);
    const body = { email: 'ann@example.org', attributes: { mine: 'x' } };
    expect(await deploy.call('POST /deploy/v1/contacts', { key: two.key, body })).toMatchObject({ status: 400 });
    expect(await deploy.call('POST /deploy/v1/contacts', { key: one.key, body })).toMatchObject({ status: 201 });
  });
});
