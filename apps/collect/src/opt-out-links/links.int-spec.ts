import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { md5Hex } from '#identity';
import { type CollectService, collectService } from '../testing/collect-service.js';
import { LANGUAGES } from './language.js';
import { LINK_PAGE_TEXTS } from './link-page.texts.js';

const plain = 'a3f29c0d4be81755';
const hashed = '00000000000000d5';
const sms = '0000000000005e55';
const disabled = '00000000000000cc';
const deleted = '00000000000000dd';
const grouped = '00000000000000aa';

let service: CollectService;
beforeAll(async () => {
  service = await collectService();
  await service.know([
    { optoutListId: plain },
    { optoutListId: hashed, storage: 'md5' },
    { optoutListId: sms, channel: 'sms', region: 'US' },
    { optoutListId: disabled, enabled: false },
    { optoutListId: deleted },
    { optoutListId: grouped },
  ]);
  const links = [
    {
      name: 'spring',
      key: 'spring',
      optoutListId: plain,
      campaign: 'Spring',
      affiliate: 'Fast Mail',
      subAffiliate: 's-7',
    },
    { name: 'bare', key: 'bare', optoutListId: plain },
    { name: 'hashed', key: 'hashed', optoutListId: hashed },
    { name: 'sms', key: 'text-me', optoutListId: sms },
    { name: 'disabled', key: 'disabled', optoutListId: disabled },
    { name: 'deleted', key: 'deleted', optoutListId: deleted },
    { name: 'grouped', key: 'grouped', optoutListId: grouped },
  ];
  expect((await service.admin('PUT', '/state', { links })).status).toBe(200);
  await service.know([
    { optoutListId: deleted, version: 2, deleted: true },
    { optoutListId: grouped, version: 2, kind: 'grouped' },
  ]);
});
afterAll(() => service.close());
beforeEach(() => service.database.query('TRUNCATE outbox'));

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const oneClick = (link: string, headers = {}) =>
  service.call('POST', link, 'List-Unsubscribe=One-Click', { ...form, ...headers });
const submit = (link: string, fields: Record<string, string>, headers = {}) =>
  service.call('POST', link, new URLSearchParams(fields).toString(), { ...form, ...headers });

describe('the page of a link', () => {
  it('asks for the address and fills in what the link says of it, without opting anyone out', async () => {
    const page = await service.call('GET', '/o/spring?email=jane@shop.example&utm_source=x&utm_source=y');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain('<label for="address">');
    expect(page.body).toMatch(/<input id="address" name="email" [^>]*value="jane@shop.example">/);
    expect(page.body).not.toMatch(/<script|https?:|src=/);
    expect((await service.call('HEAD', '/o/spring?email=jane@shop.example')).statusCode).toBe(200);
    expect(await service.collected()).toEqual([]);
  });

  it('lets nothing in and nothing out', async () => {
    const { headers } = await service.call('GET', '/o/spring');
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+='; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
    });
    expect(headers['set-cookie']).toBeUndefined();
    const hostile = '"><script>alert(1)</script>&\'';
    const page = await service.call(
      'GET',
      `/o/spring?email=${encodeURIComponent(hostile)}&extRef=${encodeURIComponent(hostile)}`,
    );
    expect(page.body).not.toContain('<script');
    expect(page.body).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;&#39;"');
  });

  it.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['fr;q=0.5, es;q=0.7', 'es'],
    ['pt, FR', 'fr'],
    ['ja', 'en'],
    ['*', 'en'],
    ['de;q=0, fr', 'fr'],
    [undefined, 'en'],
  ] as const)('is in the language that the reader likes best: %s', async (accepted, language) => {
    const page = await service.call('GET', '/o/spring', undefined, accepted && { 'accept-language': accepted });
    expect(page.body).toContain(`<html lang="${language}">`);
    expect(page.body).toContain(`<h1>${LINK_PAGE_TEXTS[language].title}</h1>`);
    expect(page.headers.vary).toBe('accept-language');
  });

  it('says everything in each language', () => {
    const shape = (value: object): unknown =>
      Object.entries(value).map(([key, text]) => [key, typeof text === 'object' ? shape(text) : text !== '']);
    for (const language of LANGUAGES) expect(shape(LINK_PAGE_TEXTS[language])).toEqual(shape(LINK_PAGE_TEXTS.en));
    for (const language of LANGUAGES) expect(LINK_PAGE_TEXTS[language].done).toContain('{}');
  });

  it('asks for a phone number where the list has those', async () => {
    const page = await service.call('GET', '/o/text-me?sms=%2B12025550123');
    expect(page.body).toMatch(/<input id="address" name="sms" type="tel" [^>]*value="\+12025550123">/);
  });
});

describe('opting out', () => {
  it('by the form is confirmed by a page', async () => {
    const page = await submit(
      '/o/spring?extRef=user%2D17',
      { email: ' Jane@Shop.example ' },
      { 'accept-language': 'de' },
    );
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(`<h1>${LINK_PAGE_TEXTS.de.doneTitle}</h1>`);
    expect(page.body).toContain('<bdi><strong>Jane@Shop.example</strong></bdi>');
    expect(await service.collected()).toEqual([
      {
        optoutListId: plain,
        hash: md5Hex('jane@shop.example'),
        value: 'jane@shop.example',
        linkKey: 'spring',
        campaign: 'Spring',
        affiliate: 'Fast Mail',
        subAffiliate: 's-7',
        ip: '127.0.0.1',
        extRef: 'user-17',
        collectedAt: expect.any(String),
      },
    ]);
  });

  it('by the form keeps the extRef of the link that the page was opened with', async () => {
    const extRef = 'a b+c&d="<ü>';
    const page = await service.call('GET', `/o/bare?email=x&extRef=${encodeURIComponent(extRef)}`);
    const action = /action="([^"]*)"/.exec(page.body)![1]!.replaceAll('&amp;', '&').replaceAll('&#39;', "'");
    await submit(`/o/bare${action}`, { email: 'jane@shop.example' });
    expect(await service.collected()).toMatchObject([{ extRef }]);
  });

  it('with one click takes the address of the link, in both encodings, without redirect or cookie', async () => {
    const link = '/o/bare?email=jane@shop.example';
    const boundary = 'x-1';
    const multipart = `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`;
    const answers = [
      await oneClick(link),
      await service.call('POST', link, multipart, { 'content-type': `multipart/form-data; boundary=${boundary}` }),
    ];
    for (const { statusCode, headers } of answers) {
      expect(statusCode).toBe(200);
      expect(headers).not.toHaveProperty('location');
      expect(headers).not.toHaveProperty('set-cookie');
    }
    const collected = await service.collected();
    expect(collected.map(({ value }) => value)).toEqual(['jane@shop.example', 'jane@shop.example']);
  });

  it('takes an address as mail programs put it into links: plus signs as they are, the last of a repeated one', async () => {
    await oneClick('/o/bare?email=jane+news@shop.example');
    await oneClick('/o/bare?email=jane%2Bnews%40shop.example');
    await oneClick('/o/bare?email=nobody&email=jane+news@shop.example&fbclid=1');
    await oneClick('/o/text-me?sms=+12025550123');
    await oneClick('/o/text-me?sms=+1+202+555+0123');
    const values = (await service.collected()).map(({ value }) => value);
    expect(values).toEqual([...Array(3).fill('jane+news@shop.example'), ...Array(2).fill('12025550123')]);
  });

  it('takes a national number in the region of the list', async () => {
    expect((await submit('/o/text-me', { sms: '(202) 555-0123' })).statusCode).toBe(200);
    expect(await service.collected()).toMatchObject([{ optoutListId: sms, value: '12025550123' }]);
  });

  it('leaves no address on a list that keeps hashes alone', async () => {
    await submit('/o/hashed', { email: 'jane@shop.example' });
    const [collected] = await service.collected();
    expect(collected).not.toHaveProperty('value');
    expect(JSON.stringify(collected)).not.toContain('jane');
  });

  it('works for a list that is disabled', async () => {
    expect((await submit('/o/disabled', { email: 'jane@shop.example' })).statusCode).toBe(200);
    expect(await service.collected()).toMatchObject([{ optoutListId: disabled, value: 'jane@shop.example' }]);
  });

  it.each([
    ['no address', '/o/bare', {}],
    ['an emptied field, whatever the link says', '/o/bare?email=jane@shop.example', { email: '' }],
    ['something else', '/o/bare', { email: '<b>jane</b>' }],
    ["the other channel's", '/o/text-me', { email: 'jane@shop.example' }],
    ['one click without an address', '/o/bare', { 'List-Unsubscribe': 'One-Click' }],
    ['one click with an unusable one', '/o/bare?email=%FF', { 'List-Unsubscribe': 'One-Click' }],
  ])('is not done with %s: the page asks again', async (_, link, fields) => {
    const page = await submit(link, fields);
    expect(page.statusCode).toBe(400);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toMatch(/role="alert"/);
    expect(page.body).toMatch(/aria-invalid="true" aria-describedby="problem hint"/);
    expect(page.body).not.toContain('<b>');
    expect(await service.collected()).toEqual([]);
  });
});

describe('extRef', () => {
  const sent = async (query: string) => {
    await oneClick(`/o/bare?email=jane@shop.example&${query}`);
    return (await service.collected()).at(-1)!.extRef;
  };

  it.each([
    ['as it is', 'extRef=Order-7,%20x', 'Order-7, x'],
    ['blanks around it', 'extRef=%20a%20', ' a '],
    ['the last one', 'extRef=a&extRef=b', 'b'],
    ['64 characters', `extRef=${'a'.repeat(64)}`, 'a'.repeat(64)],
    ['64 bytes', `extRef=${encodeURIComponent('é'.repeat(32))}`, 'é'.repeat(32)],
    ['65 characters', `extRef=${'a'.repeat(65)}`, undefined],
    ['65 bytes', `extRef=a${encodeURIComponent('é'.repeat(32))}`, undefined],
    ['bytes that are no UTF-8', 'extRef=%FF%FE', undefined],
    ['half a sign', 'extRef=%ED%A0%80', undefined],
    ['a NUL', 'extRef=a%00b', undefined],
    ['an empty one', 'extRef=', undefined],
    ['another name', 'extref=a', undefined],
  ])('%s', async (_, query, kept) => expect(await sent(query)).toBe(kept));
});

describe('the address of the client', () => {
  it.each([
    ['is what a trusted proxy says', '203.0.113.9', '203.0.113.9'],
    ['is not what the client makes up', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
    ['is IPv6 too', '2001:db8::1', '2001:db8::1'],
    ['is written as IPv4 where it is that', '::ffff:203.0.113.9', '203.0.113.9'],
  ])('%s', async (_, forwarded, ip) => {
    await oneClick('/o/bare?email=jane@shop.example', { 'x-forwarded-for': forwarded });
    expect(await service.collected()).toMatchObject([{ ip }]);
  });

  it('is that of the connection where no proxy is trusted', async () => {
    await service.app.inject({
      method: 'POST',
      url: '/o/bare?email=jane@shop.example',
      headers: { ...form, 'x-forwarded-for': '6.6.6.6' },
      remoteAddress: '198.51.100.7',
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(await service.collected()).toMatchObject([{ ip: '198.51.100.7' }]);
  });
});

describe('what goes wrong is told by a page', () => {
  it.each([
    ['an unknown link', 'GET', '/o/nothing', 404, 'unknown'],
    ['a link of a form that none has', 'POST', '/o/a%00b', 404, 'unknown'],
    ['an address below a link', 'GET', '/o/spring/x', 404, 'unknown'],
    ['no link at all', 'GET', '/o', 404, 'unknown'],
    ["a link to a group's list", 'GET', '/o/grouped', 404, 'unknown'],
    ["a deleted list's link", 'GET', '/o/deleted', 410, 'gone'],
    ['another method', 'PUT', '/o/spring', 405, 'failed'],
  ] as const)('%s', async (_, method, url, status, text) => {
    const page = await service.call(method, url, undefined, { 'accept-language': 'fr' });
    expect(page.statusCode).toBe(status);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.body).toContain(`<h1>${LINK_PAGE_TEXTS.fr[`${text}Title`]}</h1>`);
  });

  it('with a form that is too large, broken, or none', async () => {
    const statuses = [
      await submit('/o/bare', { email: 'x'.repeat(20_000) }),
      await service.call('POST', '/o/bare', 'x', { 'content-type': 'multipart/form-data; boundary=b' }),
      await service.call('POST', '/o/bare', '{}', { 'content-type': 'application/json' }),
    ].map(({ statusCode, headers }) => [statusCode, headers['content-type']]);
    expect(statuses).toEqual([413, 400, 415].map((status) => [status, 'text/html; charset=utf-8']));
  });

  it('with a deleted list, also when posting', async () => {
    expect((await oneClick('/o/deleted?email=jane@shop.example')).statusCode).toBe(410);
    expect(await service.collected()).toEqual([]);
  });

  it('with a database that is away', async () => {
    await service.database.query('ALTER TABLE outbox RENAME TO outbox_away');
    const page = await submit('/o/bare', { email: 'jane@shop.example' });
    await service.database.query('ALTER TABLE outbox_away RENAME TO outbox');
    expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '1']);
    expect(page.body).toContain(`<h1>${LINK_PAGE_TEXTS.en.busyTitle}</h1>`);
  });
});
