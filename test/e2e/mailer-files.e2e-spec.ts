/** Prepare and getfile as mailers' programs meet them, which match words and statuses to the letter. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '#testing';
import { zipMembers } from '../../tools/demo/zip-members.js';
import { send } from './support/http.js';
import { type Installation, installation } from './support/installation.js';
import { type Provisioned, provision } from './support/provision.js';
import { replica } from './support/replica.js';

type Body = Record<string, string>;

/** What is told goes from service to service by the broker; another test may be killing those who carry it. */
const patiently = { timeoutMs: 50_000, everyMs: 100 };

let heed: Installation;
let made: Provisioned;
let second: Awaited<ReturnType<typeof replica>>;
const list = (name: string, more = {}) => ({ name, channel: 'email', storage: 'plain', ...more });
const state = {
  lists: [
    list('Files'),
    list('Files empty'),
    list('Files closed'),
    list('Files sha512', { storage: 'sha512' }),
    list('Files unchanged'),
  ],
  users: [{ name: 'files', tokens: [{ name: 'main' }], lists: ['Files', 'Files sha512', 'Files unchanged'] }],
  campaigns: [
    { name: 'Files', list: 'Files', format: 'md5' },
    { name: 'Files none', list: 'Files', format: 'md5' },
    { name: 'Files off', list: 'Files', format: 'md5', enabled: false },
    { name: 'Files empty', list: 'Files empty', format: 'md5' },
    { name: 'Files closed', list: 'Files closed', format: 'md5' },
    { name: 'Files sha512', list: 'Files sha512', format: 'sha512' },
    { name: 'Files unchanged', list: 'Files unchanged', format: 'plain' },
    { name: 'Files ended', list: 'Files', format: 'md5' },
  ],
  mailers: [
    {
      name: 'Files Ltd',
      tokens: [{ name: 'main' }],
      access: [
        { campaign: 'Files', md5: true, plain: true, deltas: true },
        { campaign: 'Files none' },
        { campaign: 'Files off', md5: true },
        { campaign: 'Files empty', md5: true },
        { campaign: 'Files closed', md5: true },
        { campaign: 'Files sha512', md5: true, plain: true },
        { campaign: 'Files unchanged', plain: true },
      ],
    },
    { name: 'Files of others', tokens: [{ name: 'main' }], access: [{ campaign: 'Files ended', md5: true }] },
  ],
};

beforeAll(async () => {
  heed = await installation();
  [made, second] = await Promise.all([
    provision(heed, state),
    replica('mailer', { HEED_MAILER_PREPARE_WAIT_SECONDS: '0' }),
  ]);
  await collected('Files', 'one@shop.example');
}, 120_000);
afterAll(() => second?.close());

/** Collects, and waits until the opt-out is in a file. */
async function collected(listName: string, email: string): Promise<void> {
  const body = { optoutListId: made.listId(listName), email };
  expect(
    (await send('POST', `${heed.collectUrl}/client-optout/collect`, { token: made.token('files'), body })).status,
  ).toBe(202);
}
const address = (campaign: string, query: Body = {}, host = heed.mailerUrl) => {
  const { key, token } = made.mailer(campaign);
  return `${host}/accesskey/download/${key}?${new URLSearchParams({ token, ...query })}`;
};
const prepare = async (campaign: string, query: Body = {}, host?: string) => {
  const { status, body } = await send<Body>('GET', address(campaign, query, host));
  expect(status).toBe(200);
  return body;
};
/** The link of a file that there is, once what was collected has got about. */
const link = (campaign: string, query: Body = {}) =>
  eventually(async () => {
    const body = await prepare(campaign, query);
    expect(body).toMatchObject({ result: 'success' });
    return body.download_link!;
  }, patiently);
async function members(link: string) {
  const redirect = await send('GET', link);
  expect(redirect.status).toBe(302);
  const file = await fetch(redirect.headers.get('location')!);
  return zipMembers(Buffer.from(await file.arrayBuffer()));
}
const getfile = async (link: string) => {
  const { status, body, headers } = await send<Body>('GET', link);
  return { status, code: body.error_code, body, headers };
};

describe('prepare', () => {
  it('answers compact JSON in its order, with a link that leads to a redirect and a page', async () => {
    await link('Files');
    const text = await (await fetch(address('Files'), { method: 'POST' })).text();
    const { download_link: made } = JSON.parse(text) as Body;
    expect(text).toBe(`{"result":"success","format":"md5","campaign_name":"Files","download_link":"${made}"}`);
    for (const _ of ['once', 'again']) {
      const { status, headers, body } = await getfile(made!);
      expect(status).toBe(302);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-type')).toMatch(/^text\/html/);
      expect(String(body)).toContain(headers.get('location')!.replaceAll('&', '&#38;'));
    }
  });

  it('says the sentences that clients match', async () => {
    expect(await prepare('Files none')).toMatchObject({
      result: 'error',
      error_code: 'md5_not_allowed',
      error: 'You do not have access to MD5 downloads',
    });
    expect(await prepare('Files none', { format: 'plain' })).toMatchObject({
      error_code: 'plain_not_allowed',
      error: 'You do not have access to plain text downloads',
    });
  });

  it.each<[string, string, Body]>([
    ['invalid_format', 'Files', { format: 'sha1' }],
    ['invalid_format', 'Files', { format: 'sha512' }],
    ['invalid_format', 'Files sha512', { format: 'md5' }],
    ['invalid_deltas', 'Files', { deltas: 'yes' }],
    ['invalid_delta_timestamp', 'Files', { deltas: '1', delta_timestamp: '-1' }],
    ['deltas_not_allowed', 'Files sha512', { deltas: '1' }],
    ['campaign_disabled', 'Files off', {}],
    ['empty_list', 'Files empty', {}],
    ['invalid_token', 'Files', { token: 'none' }],
  ])('refuses in a body of its own: %s for %s with %j', async (code, campaign, query) => {
    const body = await prepare(campaign, query);
    expect(Object.keys(body).slice(0, 3)).toEqual(['result', 'error_code', 'error']);
    expect(body).toMatchObject({ result: 'error', error_code: code });
  });

  it('hands out sha512 where the list has that', async () => {
    await collected('Files sha512', 'one@shop.example');
    const [file] = await members(await link('Files sha512'));
    expect(file!.name).toMatch(/^suppression_list--Files_sha512-\d{8}-SHA512\.txt$/);
    expect(file!.content.toString()).toMatch(/^[0-9a-f]{128}\n$/);
  });

  it('hands out the file again that it made for the same list, and another when the list has changed', async () => {
    const path = async () => {
      const { headers } = await getfile(await link('Files unchanged'));
      return new URL(headers.get('location')!).pathname;
    };
    await collected('Files unchanged', 'one@shop.example');
    const first = await path();
    expect(await path()).toBe(first);
    await collected('Files unchanged', 'two@shop.example');
    await eventually(async () => expect(await path()).not.toBe(first), patiently);
  });

  it('gives a delta what came in since the last file that was fetched, not since one that was only prepared', async () => {
    const plain = { format: 'plain' };
    const content = async (link: string) => (await members(link))[0]!.content.toString();
    expect(await content(await link('Files', plain))).toBe('one@shop.example\n');
    await collected('Files', 'two@shop.example');
    const [first, again] = [
      await link('Files', { ...plain, deltas: '1' }),
      await link('Files', { ...plain, deltas: '1' }),
    ];
    expect(first).not.toBe(again);
    expect(await content(again)).toBe('two@shop.example\n');
    expect(await prepare('Files', { format: 'plain', deltas: '1' })).toMatchObject({ error_code: 'empty_list' });
    const since = await link('Files', { ...plain, deltas: '1', delta_timestamp: '0' });
    expect(await content(since)).toBe('one@shop.example\ntwo@shop.example\n');
  });
});

describe('getfile', () => {
  const never = (campaign: string, more: Body = {}) => {
    const { key, token } = made.mailer(campaign);
    return `${heed.mailerUrl}/accesskey/getfile/${key}?${new URLSearchParams({ token, dcma: 'x', ...more })}`;
  };

  it('says that a key has no file yet, byte for byte', async () => {
    expect(await getfile(never('Files none'))).toMatchObject({
      status: 404,
      body: {
        result: 'error',
        error_code: 'download_not_prepared',
        error: 'This list has not been prepared for download.',
      },
    });
  });

  it('tells a wrong token, key or dcma by status and code', async () => {
    const good = await link('Files');
    const { key, token } = made.mailer('Files');
    const other = made.mailer('Files ended');
    const dcma = new URL(good).searchParams.get('dcma')!;
    const url = (k: string, query: Body) => `${heed.mailerUrl}/accesskey/getfile/${k}?${new URLSearchParams(query)}`;
    expect(await getfile(url(key, { token, dcma: 'wrong' }))).toMatchObject({ status: 404, code: 'invalid_dcma' });
    expect(await getfile(url(key, { token }))).toMatchObject({ status: 404, code: 'invalid_dcma' });
    expect(await getfile(url(key, { dcma }))).toMatchObject({ status: 401, code: 'invalid_token' });
    expect(await getfile(url(key, { token: other.token, dcma }))).toMatchObject({
      status: 404,
      code: 'invalid_access_key',
    });
    expect(await getfile(url('m-none-a00-0', { token, dcma }))).toMatchObject({
      status: 404,
      code: 'invalid_access_key',
    });
    expect(await getfile(url(other.key, { token: other.token, dcma }))).toMatchObject({ status: 404 });
    expect(await getfile(`${heed.mailerUrl}/accesskey/nothing/${key}`)).toMatchObject({
      status: 404,
      code: 'not_found',
    });
    const put = await fetch(good, { method: 'PUT' });
    expect([put.status, ((await put.json()) as Body).error_code]).toEqual([405, 'method_not_allowed']);
  });

  it('of a file that is being prepared says that it is not, and then leads to it', async () => {
    // This replica doesn't wait for files, so its links are early; how early is chance.
    const early = await eventually(async () => {
      await collected('Files', `early${Date.now()}@shop.example`);
      const { download_link } = await prepare('Files', { format: 'plain' }, second.url);
      expect(await getfile(download_link!)).toMatchObject({ status: 404, code: 'download_not_prepared' });
      return download_link!;
    }, patiently);
    await eventually(async () => expect((await getfile(early)).status).toBe(302), patiently);
  });

  it('of a list that is no longer in use, or a campaign that was disabled, still leads to the file that was prepared', async () => {
    const prepared = await link('Files ended');
    await provision(heed, { campaigns: [{ name: 'Files ended', list: 'Files', format: 'md5', enabled: false }] });
    expect(await prepare('Files ended')).toMatchObject({ error_code: 'campaign_disabled' });
    expect((await getfile(prepared)).status).toBe(302);
  });
});

describe('prepares of one address', () => {
  /**
   * A prepare that goes on as long as its list is still being sent; one that is answered, because others were there first, comes again. It has an address of its own, so that other tests keep their places.
   * @returns what ends it
   */
  function hold(host: string): () => void {
    const { hostname, port } = new URL(host);
    const { key, token } = made.mailer('Files');
    const start = '--x\r\ncontent-disposition: form-data; name="file"\r\n\r\na@x.example\n';
    const ended = new AbortController();
    const send = () => {
      const socket = connect({ port: Number(port), host: hostname, localAddress: '127.0.0.66', signal: ended.signal });
      socket
        .on('error', () => undefined)
        .on('data', () => socket.destroy())
        .on('close', () => ended.signal.aborted || send())
        .write(
          `POST /accesskey/cleanse/${key}?token=${token} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\n\r\n${start.length.toString(16)}\r\n${start}\r\n`,
        );
    };
    send();
    return () => ended.abort();
  }
  /** The answer to a prepare from the same address. */
  function asked(host: string): Promise<string> {
    const { hostname, port } = new URL(host);
    const { pathname, search } = new URL(address('Files'));
    return new Promise((resolve, reject) => {
      let text = '';
      connect({ port: Number(port), host: hostname, localAddress: '127.0.0.66' })
        .on('data', (data) => {
          text += data;
        })
        .on('error', reject)
        .on('close', () => resolve(text))
        .write(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`);
    });
  }

  it('are three at a time, over all replicas and through the gateway', async () => {
    const held = [heed.mailerUrl, heed.doors.mailer!, second.url].map(hold);
    try {
      for (const host of [heed.mailerUrl, heed.doors.mailer!, second.url])
        await eventually(async () => {
          const answer = await asked(host);
          expect(answer).toMatch(/^HTTP\/1\.1 200 /);
          expect(answer).toContain('"error_code":"too_many_requests"');
        });
      // Others aren't held up by it.
      expect(await prepare('Files')).toMatchObject({ result: 'success' });
    } finally {
      for (const end of held) end();
    }
    await eventually(async () => expect(await asked(second.url)).toContain('"result":"success"'));
  });
});
