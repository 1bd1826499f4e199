import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { md5Hex } from '#identity';
import { answersAnyRequest } from '#testing';
import { ADMIN_TOKEN, DeployUnderTest, type TestAccount } from '../test/deploy-under-test.js';

let deploy: DeployUnderTest;
let account: TestAccount;
beforeAll(async () => {
  deploy = await DeployUnderTest.start();
  account = await deploy.account({ brands: ['Shoes'], schema: [{ name: 'firstName', type: 'string' }] });
  await deploy.call('POST /deploy/v1/contacts', { key: account.key, body: { email: 'ann@example.org' } });
});
afterAll(() => deploy.close());

const inject = (request: Parameters<DeployUnderTest['app']['inject']>[0] & object) => deploy.app.inject(request);

describe('any request to deploy', () => {
  it('is answered as the OpenAPI document says, and never with a 5xx', async () => {
    const brandIds = [account.brands[0]!.id];
    await answersAnyRequest(inject, {
      under: ['/deploy/v1/'],
      headers: { authorization: `Bearer ${account.key}` },
      parameters: { emailMd5: md5Hex('ann@example.org'), brandId: brandIds[0]! },
      bodies: {
        contactsCreate: { email: 'bob@example.org', brandIds, attributes: { firstName: 'Bob' } },
        contactsPatch: { attributes: { firstName: 'Ann' } },
        subscriptionsSubscribe: { brandIds, publishBrandSubscribeEvents: false },
      },
    });
  });

  it('by admins as well', async () => {
    const state = {
      accounts: [
        { name: 'one', schema: [{ name: 'a', type: 'string' }], keys: [{ name: 'k', permissions: ['contacts:read'] }] },
      ],
    };
    await answersAnyRequest(inject, {
      under: ['/admin/v1/state', '/admin/v1/accounts', '/admin/v1/operations'],
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
      parameters: { accountId: account.id },
      bodies: {
        stateApply: state,
        operationsStartAttributeUpdate: { attributes: { firstName: 'x' }, contacts: { all: true } },
        operationsStartSchemaChange: { add: [{ name: 'b', type: 'string' }] },
      },
      runs: 12,
    });
  });
});
