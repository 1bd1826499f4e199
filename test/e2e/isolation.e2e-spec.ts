/** Nobody sees, changes or learns of what is somebody else's. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { send } from './support/http.js';
import { type Installation, installation } from './support/installation.js';
import { upload } from './support/uploads.js';

let heed: Installation;
beforeAll(async () => {
  heed = await installation();
});

describe('isolation', () => {
  it('gives accounts contacts and brands of their own', async () => {
    const contacts = `${heed.baseUrl}/deploy/v1/contacts`;
    const contact = `${contacts}/${createHash('md5').update('both@example.org').digest('hex')}`;
    const create = (account: string) =>
      send('POST', contacts, { token: heed.apiKey(account), body: { email: 'both@example.org' } });
    expect((await create('acme')).status).toBe(201);
    expect((await send('GET', contact, { token: heed.apiKey('rival') })).status).toBe(404);
    expect((await create('rival')).status).toBe(201);

    const foreign = { brandIds: [heed.brandId('acme', 'Shoes')] };
    expect(
      await send('POST', `${contact}/subscriptions`, { token: heed.apiKey('rival'), body: foreign }),
    ).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/brandIds' }] },
    });
    const brands = await send<{ data: { name: string }[] }>('GET', `${heed.baseUrl}/deploy/v1/brands`, {
      token: heed.apiKey('rival'),
    });
    expect(brands.body.data.map(({ name }) => name)).toEqual(['Gloves']);
  });

  it('gives a key what it was given, and nothing once it is revoked', async () => {
    const url = `${heed.baseUrl}/deploy/v1/brands`;
    expect((await send('GET', url, { token: heed.apiKey('acme', 'reader') })).status).toBe(403);
    expect((await send('GET', url, { token: heed.token('operations') })).status).toBe(401);
    expect((await send('GET', url, { token: heed.adminToken })).status).toBe(401);
  });

  it("keeps a user from lists that aren't granted, and from other users' uploads", async () => {
    const token = heed.token('stranger');
    const optoutListId = heed.listId('Isolation');
    const download = { optoutListId, columns: ['plain'], collectionType: ['imported'] };
    expect((await send('POST', `${heed.baseUrl}/optout-list/prepare-download`, { token, body: download })).status).toBe(
      400,
    );
    expect(
      (
        await send('POST', `${heed.baseUrl}/optout-list/prepare-upload`, {
          token,
          body: { optoutListId, fileContentLength: 1 },
        })
      ).status,
    ).toBe(400);
    expect(
      await send('POST', `${heed.collectUrl}/client-optout/collect`, {
        token,
        body: { optoutListId, email: 'x@example.org' },
      }),
    ).toMatchObject({ status: 400, body: { code: 'list_forbidden' } });

    const reference = await upload(heed, 'Isolation', Buffer.from('one@example.org\n'));
    const status = `${heed.baseUrl}/optout-list/upload-status`;
    const foreign = await send(`GET`, `${status}/${reference}`, { token });
    const unknown = await send(`GET`, `${status}/0b6f5a52-6f0e-4c43-9a6b-6f6b0d3f8c11`, { token });
    expect(foreign.status).toBe(403);
    expect({ ...foreign.body, instance: '' }).toEqual({ ...unknown.body, instance: '' });
  });

  it('has no use for one service’s credential at another', async () => {
    const prepare = `${heed.mailerUrl}/accesskey/download/${heed.mailer.key}`;
    expect((await send('GET', `${prepare}?token=${heed.token('operations')}`)).body).toMatchObject({
      error_code: 'invalid_token',
    });
    for (const url of Object.values(heed.adminUrls)) {
      expect((await send('GET', `${url}/admin/v1/state`, { token: heed.token('operations') })).status).toBe(401);
    }
  });
});
