import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { md5Hex, sha512Hex } from '#identity';
import { eventually } from '#testing';
import { type OptoutService, optoutService } from '../testing/optout-service.js';

const lists = [
  { name: 'Plain', id: 'cccccccccccccc01', channel: 'email', storage: 'plain' },
  { name: 'Hashes', id: 'cccccccccccccc02', channel: 'email', storage: 'md5' },
  { name: 'Vault', id: 'cccccccccccccc03', channel: 'email', storage: 'sha512' },
  { name: 'Numbers', id: 'cccccccccccccc04', channel: 'sms', storage: 'md5', region: 'US' },
];
let service: OptoutService;
const references = new Map<string, string>();
beforeAll(async () => {
  service = await optoutService({ worker: true });
  const { body } = await service.admin('PUT', '/state', {
    lists,
    users: [{ name: 'me', tokens: [{ name: 't' }], lists: lists.map(({ name }) => name) }],
  });
  const me = service.as(body.state.users[0].tokens[0].token);
  for (const { id, name, channel } of lists) {
    const content = channel === 'sms' ? '(202) 555-0147\n' : 'Jane@Shop.example\nother@shop.example\n';
    const upload = { optoutListId: id, fileContentLength: content.length };
    const { uploadUrl, importReference } = (await me('POST', '/optout-list/prepare-upload', upload)).body;
    await fetch(uploadUrl, { method: 'PUT', body: content });
    references.set(name, importReference);
  }
  for (const reference of references.values())
    await eventually(
      async () =>
        expect((await me('GET', `/optout-list/upload-status/${reference}`)).body).toMatchObject({ status: 'success' }),
      { timeoutMs: 20_000 },
    );
}, 60_000);
afterAll(() => service.close());

const emailLists = ['Hashes', 'Plain', 'Vault'];
it.each<[string, string, string[]]>([
  ['an address, however it is written', ' JANE@shop.EXAMPLE ', emailLists],
  ['its MD5, in capitals', md5Hex('jane@shop.example').toUpperCase(), ['Hashes', 'Plain']],
  ['its SHA-512', sha512Hex('jane@shop.example'), ['Vault']],
  ['a number with its country', '+1 202 555 0147', ['Numbers']],
  ['a number as people of a region of the lists write it', '(202) 555-0147', ['Numbers']],
  ['the MD5 of a number', md5Hex('12025550147'), ['Numbers']],
  ['an address that nobody has', 'john@shop.example', []],
])('%s is found in the lists that have it, with the time and the import', async (_what, address, expected) => {
  const { status, body } = await service.admin('POST', '/optouts/find', { address });
  expect(status).toBe(200);
  expect(body.data.map(({ listName }: { listName: string }) => listName).sort()).toEqual(expected);
  for (const found of body.data) {
    const { finishedAt } = (await service.admin('GET', `/imports/${found.importReference}`)).body;
    expect(found).toEqual({
      optoutListId: lists.find(({ name }) => name === found.listName)!.id,
      listName: found.listName,
      collectionType: 'imported',
      at: expect.any(String),
      importReference: references.get(found.listName),
    });
    expect(Math.abs(Date.parse(found.at) - Date.parse(finishedAt))).toBeLessThan(5_000);
  }
});

it('is refused where it is none of these, and told nobody but admins', async () => {
  const { status, body } = await service.admin('POST', '/optouts/find', { address: 'jane' });
  expect([status, body.errors]).toEqual([400, [{ pointer: '/address', detail: expect.any(String) }]]);
  expect((await service.call('POST', '/admin/v1/optouts/find', { address: 'a@b.example' })).status).toBe(401);
});
