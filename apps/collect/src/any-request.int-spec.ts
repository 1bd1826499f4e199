import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { answersAnyRequest } from '#testing';
import { adminToken, aToken, type CollectService, collectService } from './testing/collect-service.js';

const optoutListId = 'a3f29c0d4be81755';
const mine = aToken();

let service: CollectService;
beforeAll(async () => {
  service = await collectService();
  await service.know([{ optoutListId }], [{ userId: 'mine', tokens: [mine.told], optoutListIds: [optoutListId] }]);
  await service.admin('PUT', '/state', { links: [{ name: 'spring', key: 'spring', optoutListId }] });
});
afterAll(() => service.close());

const inject = (request: Parameters<CollectService['app']['inject']>[0] & object) => service.app.inject(request);

describe('any request to collect', () => {
  it('is answered as the OpenAPI document says, and never with a 5xx', async () => {
    await answersAnyRequest(inject, {
      under: ['/client-optout/', '/o/'],
      headers: { authorization: `Bearer ${mine.token}` },
      parameters: { linkKey: 'spring' },
      bodies: { collectCollect: { optoutListId, email: 'jane@shop.example' } },
      runs: 60,
    });
  });

  it('by admins as well', async () => {
    await answersAnyRequest(inject, {
      under: ['/admin/v1/state'],
      headers: { authorization: `Bearer ${adminToken}` },
      bodies: { stateApply: { links: [{ name: 'autumn', key: 'autumn', optoutListId, campaign: 'Autumn' }] } },
    });
  });
});
