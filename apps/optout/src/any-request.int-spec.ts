import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { answersAnyRequest } from '#testing';
import { adminToken, type OptoutService, optoutService } from './testing/optout-service.js';

const optoutListId = 'aaaaaaaaaaaaaaa1';

let service: OptoutService;
let user: { id: string; tokens: { token: string }[] };
let reference: string;
beforeAll(async () => {
  service = await optoutService();
  const state = {
    lists: [{ name: 'Newsletter', id: optoutListId, channel: 'email', storage: 'plain' }],
    users: [{ name: 'me', tokens: [{ name: 't' }], lists: ['Newsletter'] }],
  };
  const { body } = await service.admin('PUT', '/state', state);
  [user] = body.state.users;
  const file = { optoutListId, fileContentLength: 9 };
  const prepared = await service.as(user.tokens[0]!.token)('POST', '/optout-list/prepare-upload', file);
  reference = prepared.body.importReference;
});
afterAll(() => service.close());

const inject = (request: Parameters<OptoutService['app']['inject']>[0] & object) => service.app.inject(request);

describe('any request to optout', () => {
  it('is answered as the OpenAPI document says, and never with a 5xx', async () => {
    await answersAnyRequest(inject, {
      under: ['/optout-list/'],
      headers: { authorization: `Bearer ${user.tokens[0]!.token}` },
      parameters: { reference },
      bodies: {
        uploadsPrepare: { optoutListId, fileContentLength: 9 },
        downloadsPrepare: {
          optoutListId,
          columns: ['plain', 'metadata'],
          collectionType: ['collected'],
          dateRange: { from: '2026-01-01', to: '2026-01-31' },
          domainFilter: 'example.com, co.uk',
          metadataFilter: 'a,b',
        },
      },
      runs: 60,
    });
  });

  it('by admins as well', async () => {
    await answersAnyRequest(inject, {
      under: [
        '/admin/v1/state',
        '/admin/v1/lists',
        '/admin/v1/users',
        '/admin/v1/imports',
        '/admin/v1/downloads',
        '/admin/v1/optouts',
      ],
      headers: { authorization: `Bearer ${adminToken}` },
      parameters: { userId: user.id, listId: optoutListId, importId: reference },
      bodies: {
        stateApply: {
          lists: [{ name: 'Two', channel: 'sms', storage: 'md5' }],
          users: [{ name: 'you', lists: ['Two'] }],
        },
        listsAdminCreate: { name: 'Three', channel: 'email', storage: 'plain' },
        listsAdminChange: { name: 'Newsletter', enabled: false },
        usersAdminCreate: { name: 'she', tokens: [{ name: 't' }] },
        usersAdminChange: { lists: [] },
        usersAdminAddToken: { name: 'ci' },
        optOutsAdminFind: { address: 'jane@shop.example' },
      },
      runs: 15,
    });
  });
});
