/** Nobody sees, changes or learns of what is somebody else's. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { eventually } from '#testing';
import { send } from './support/http.js';
import { type Installation, installation } from './support/installation.js';
import { provision } from './support/provision.js';
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

  it("answers a mailer who uses another's key, token or link word for word as if there were none", async () => {
    const made = await provision(heed, {
      lists: [{ name: 'Mailers', channel: 'email', storage: 'plain' }],
      users: [{ name: 'mailers', tokens: [{ name: 'main' }], lists: ['Mailers'] }],
      campaigns: [
        { name: 'Ours', list: 'Mailers', format: 'md5' },
        { name: 'Ours unused', list: 'Mailers', format: 'md5' },
        { name: 'Theirs', list: 'Mailers', format: 'md5' },
        { name: 'Theirs off', list: 'Mailers', format: 'md5', enabled: false },
      ],
      mailers: [
        {
          name: 'Us',
          tokens: [{ name: 'main' }],
          access: ['Ours', 'Ours unused'].map((campaign) => ({ campaign, md5: true })),
        },
        {
          name: 'Them',
          tokens: [{ name: 'main' }],
          access: ['Theirs', 'Theirs off'].map((campaign) => ({ campaign, md5: true })),
        },
      ],
    });
    const { key: ours, token } = made.mailer('Ours');
    const [unused, theirs, off] = ['Ours unused', 'Theirs', 'Theirs off'].map((name) => made.mailer(name).key);
    const theirToken = made.mailer('Theirs').token;
    const nobodys = { key: `${theirs!.slice(0, -32)}${'0'.repeat(32)}`, token: `${theirToken.slice(0, -8)}AAAAAAAA` };

    const ask = async (method: string, url: string, { body, headers = {} }: RequestInit = {}) => {
      const answer = await fetch(url, { method, body, headers, redirect: 'manual' });
      const fixed = [...answer.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
      return { status: answer.status, headers: fixed, text: await answer.text() };
    };
    const at = (door: string, key: string, query: Record<string, string>) =>
      `${heed.mailerUrl}/accesskey/${door}/${key}?${new URLSearchParams(query)}`;
    const form = () => {
      const data = new FormData();
      data.set('file', new Blob(['a@shop.example\n']), 'list.csv');
      return data;
    };
    const getfile = (key: string, by: string, dcma: string) => ask('GET', at('getfile', key, { token: by, dcma }));
    const prepare = (key: string, by: string) => ask('GET', at('download', key, { token: by }));
    const cleanse = (key: string, by: string) => ask('POST', at('cleanse', key, { token: by }), { body: form() });
    const dcmaOf = ({ text }: { text: string }) => {
      expect(JSON.parse(text)).toMatchObject({ result: 'success' });
      return new URL(JSON.parse(text).download_link).searchParams.get('dcma')!;
    };

    const collect = {
      token: made.token('mailers'),
      body: { optoutListId: made.listId('Mailers'), email: 'a@b.example' },
    };
    expect((await send('POST', `${heed.collectUrl}/client-optout/collect`, collect)).status).toBe(202);
    const prepared = await eventually(async () => dcmaOf(await prepare(theirs!, theirToken)), { timeoutMs: 50_000 });
    const links = [prepared, dcmaOf(await cleanse(theirs!, theirToken))];
    await eventually(async () => dcmaOf(await prepare(ours, token)), { timeoutMs: 50_000 });

    const doors = [
      prepare,
      (key: string, by: string) => ask('POST', at('download', key, { token: by, format: 'md5' })),
      cleanse,
      ...links.map((dcma) => (key: string, by: string) => getfile(key, by, dcma)),
    ];
    for (const door of doors) {
      const unknownKey = await door(nobodys.key, token);
      expect(unknownKey.text).toContain('"error_code":"invalid_access_key"');
      for (const key of [theirs!, off!]) expect(await door(key, token)).toEqual(unknownKey);
      const unknownToken = await door(nobodys.key, nobodys.token);
      expect(unknownToken.text).toContain('"error_code":"invalid_token"');
      for (const by of [nobodys.token, heed.adminToken, made.token('mailers')])
        expect(await door(theirs!, by)).toEqual(unknownToken);
    }
    for (const [key, by, code] of [
      [ours, token, 'invalid_dcma'],
      [unused!, token, 'download_not_prepared'],
      [off!, theirToken, 'download_not_prepared'],
    ] as const) {
      const unknownLink = await getfile(key, by, 'x'.repeat(43));
      expect(unknownLink.text).toContain(`"error_code":"${code}"`);
      for (const dcma of links) expect(await getfile(key, by, dcma)).toEqual(unknownLink);
    }
    const admin = (by: string) =>
      ask('GET', `${heed.adminUrls.mailer}/admin/v1/state`, { headers: { authorization: `Bearer ${by}` } });
    const unknownAdmin = await admin('nobody');
    expect(unknownAdmin.status).toBe(401);
    for (const by of [token, theirToken]) expect(await admin(by)).toEqual(unknownAdmin);
    for (const dcma of links) expect((await getfile(theirs!, theirToken, dcma)).status).toBe(302);
  });

  /** What each address of the interface answers to somebody whose credentials are good, but who names what is another's. */
  it('holds at every address that there is', async () => {
    const other = await provision(heed, {
      lists: [{ name: 'Neighbour', channel: 'email', storage: 'plain' }],
      campaigns: [{ name: 'Neighbour', list: 'Neighbour', format: 'md5' }],
      mailers: [{ name: 'Neighbour', tokens: [{ name: 'main' }], access: [{ campaign: 'Neighbour', md5: true }] }],
      links: [{ name: 'Neighbour', list: 'Neighbour' }],
    });
    const [rival, stranger] = [heed.apiKey('rival'), heed.token('stranger')];
    const theirs = { email: 'neighbour@example.org' };
    await send('POST', `${heed.baseUrl}/deploy/v1/contacts`, { token: heed.apiKey('acme'), body: theirs });
    const contact = `/deploy/v1/contacts/${createHash('md5').update(theirs.email).digest('hex')}`;
    const shoes = heed.brandId('acme', 'Shoes');
    const optoutListId = heed.listId('Isolation');
    const reference = await upload(heed, 'Isolation', Buffer.from('two@example.org\n'));
    const { key, token } = other.mailer('Neighbour');
    const download = { optoutListId, columns: ['plain'], collectionType: ['imported'] };
    const deploy = (method: string, path: string, body?: unknown) =>
      send(method, heed.baseUrl + path, { token: rival, body });
    const optout = (method: string, path: string, body?: unknown) =>
      send(method, heed.baseUrl + path, { token: stranger, body });
    const mailer = (method: string, door: string, of: string, by: string, more = '') =>
      send(method, `${heed.mailerUrl}/accesskey/${door}/${of}?token=${by}${more}`);
    const refused = (status: number, fields: object) => ({ status, body: fields });
    const ofMailer = { result: 'error', error_code: 'invalid_access_key' };

    const attempts: Record<string, [attempt: Promise<unknown>, answer: unknown]> = {
      'post /deploy/v1/contacts': [
        deploy('POST', '/deploy/v1/contacts', { email: 'mine@example.org', brandIds: [shoes] }),
        refused(400, { errors: [{ pointer: '/brandIds' }] }),
      ],
      'get /deploy/v1/contacts/{emailMd5}': [deploy('GET', contact), refused(404, { code: 'not_found_error' })],
      'patch /deploy/v1/contacts/{emailMd5}': [
        deploy('PATCH', contact, { attributes: {} }),
        refused(404, { code: 'not_found_error' }),
      ],
      'post /deploy/v1/contacts/{emailMd5}/disable': [
        deploy('POST', `${contact}/disable`),
        refused(404, { code: 'not_found_error' }),
      ],
      'get /deploy/v1/contacts/{emailMd5}/subscriptions': [
        deploy('GET', `${contact}/subscriptions`),
        refused(404, { code: 'not_found_error' }),
      ],
      'post /deploy/v1/contacts/{emailMd5}/subscriptions': [
        deploy('POST', `${contact}/subscriptions`, { brandIds: [heed.brandId('rival', 'Gloves')] }),
        refused(404, { code: 'not_found_error' }),
      ],
      'delete /deploy/v1/contacts/{emailMd5}/subscriptions/{brandId}': [
        deploy('DELETE', `${contact}/subscriptions/${shoes}`),
        refused(400, { code: 'invalid_request_error' }),
      ],
      'get /deploy/v1/brands': [deploy('GET', '/deploy/v1/brands?name=Shoes'), refused(200, { data: [] })],
      'get /deploy/v1/brands/{brandId}': [
        deploy('GET', `/deploy/v1/brands/${shoes}`),
        refused(404, { code: 'not_found_error' }),
      ],
      'get /deploy/v1/contact-schema': [
        deploy('GET', '/deploy/v1/contact-schema'),
        refused(200, { attributes: [{ name: 'Email' }, { name: 'Brand' }] }),
      ],
      'post /optout-list/prepare-upload': [
        optout('POST', '/optout-list/prepare-upload', { optoutListId, fileContentLength: 1 }),
        refused(400, { code: 'list_forbidden' }),
      ],
      'post /optout-list/prepare-download': [
        optout('POST', '/optout-list/prepare-download', download),
        refused(400, { code: 'list_forbidden' }),
      ],
      'get /optout-list/upload-status/{reference}': [
        optout('GET', `/optout-list/upload-status/${reference}`),
        refused(403, { code: 'permission_error' }),
      ],
      'post /client-optout/collect': [
        send('POST', `${heed.collectUrl}/client-optout/collect`, {
          token: stranger,
          body: { optoutListId, email: 'x@example.org' },
        }),
        refused(400, { code: 'list_forbidden' }),
      ],
      // Links are for everybody who has them; what no key leads to nobody finds.
      'get /o/{linkKey}': [send('GET', `${heed.collectUrl}/o/${optoutListId}`), { status: 404 }],
      'post /o/{linkKey}': [
        fetch(`${heed.collectUrl}/o/${optoutListId}`, {
          method: 'POST',
          body: new URLSearchParams({ email: 'x@y.example' }),
        }),
        { status: 404 },
      ],
      'get /accesskey/download/{key}': [mailer('GET', 'download', key, heed.mailer.token), refused(200, ofMailer)],
      'post /accesskey/download/{key}': [mailer('POST', 'download', heed.mailer.key, token), refused(200, ofMailer)],
      'get /accesskey/getfile/{key}': [
        mailer('GET', 'getfile', key, heed.mailer.token, '&dcma=x'),
        refused(404, ofMailer),
      ],
      'post /accesskey/cleanse/{key}': [mailer('POST', 'cleanse', key, heed.mailer.token), refused(200, ofMailer)],
    };
    expect(Object.keys(attempts).sort()).toEqual(addresses());
    for (const [address, [attempt, answer]] of Object.entries(attempts))
      expect({ address, answer: await attempt }).toMatchObject({ address, answer });
    const unharmed = await send('GET', `${heed.baseUrl}${contact}`, { token: heed.apiKey('acme') });
    expect(unharmed).toMatchObject({ status: 200, body: { enabled: true, brandIds: [] } });
  });
});

/** Methods and paths of the public interface. */
function addresses(): string[] {
  const { paths } = parse(readFileSync('docs/openapi/openapi.yaml', 'utf8')) as { paths: Record<string, object> };
  return Object.entries(paths)
    .filter(([path]) => !path.startsWith('/admin/'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`))
    .filter((address) => /^(get|post|put|patch|delete) /.test(address))
    .sort();
}
