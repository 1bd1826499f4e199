/** The door through which people leave, as mail programs, scanners and people meet it. How the page looks and works in a browser: link-page.e2e-spec.ts. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '#testing';
import { downloadRows } from './support/downloads.js';
import { send } from './support/http.js';
import { type Installation, installation } from './support/installation.js';
import { type Provisioned, provision } from './support/provision.js';

let heed: Installation;
let made: Provisioned;
beforeAll(async () => {
  heed = await installation();
  const list = (name: string, more = {}) => ({ name, channel: 'email', storage: 'plain', ...more });
  const link = (name: string) => ({ name, list: name });
  made = await provision(heed, {
    lists: [
      list('Door'),
      list('Door scanned'),
      list('Door clicked'),
      list('Door references'),
      list('Door closed', { enabled: false }),
      list('Door gone'),
    ],
    users: [
      {
        name: 'door keeper',
        tokens: [{ name: 'main' }],
        lists: ['Door', 'Door scanned', 'Door clicked', 'Door references', 'Door closed'],
      },
    ],
    links: [
      { name: 'Door', list: 'Door', campaign: 'Spring, "early"', affiliate: 'Fast', subAffiliate: 'site-7' },
      ...['Door scanned', 'Door clicked', 'Door references', 'Door closed', 'Door gone'].map(link),
    ],
  });
});

/** What was collected goes by the broker into the list; another test may be killing those who carry it. */
const expectRows = (list: string, columns: string[], rows: string[]) =>
  eventually(
    async () =>
      expect(await downloadRows(heed, made.token('door keeper'), made.listId(list), columns)).toEqual(rows.sort()),
    { timeoutMs: 50_000, everyMs: 200 },
  );
const at = (link: string, query: Record<string, string> | string = '') =>
  `${made.linkUrl(link)}?${typeof query === 'string' ? query : new URLSearchParams(query)}`;
const post = (url: string, body: RequestInit['body'], headers = {}) =>
  fetch(url, { method: 'POST', redirect: 'manual', body, headers });
const oneClick = (url: string, headers = {}) =>
  post(url, new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), headers);
const byForm = (url: string, email: string) => post(url, new URLSearchParams({ email }));

describe('an opt-out link', () => {
  it('carries campaign, affiliate, sub-affiliate, address and reference into the list', async () => {
    const answer = await oneClick(at('Door', { email: 'Jane@Shop.example', extRef: 'a,b "c"' }), {
      'x-forwarded-for': '192.0.2.66',
      forwarded: 'for=192.0.2.66',
      'x-real-ip': '192.0.2.66',
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toBeNull();
    // What the client says of its own address is not believed.
    await expectRows(
      'Door',
      ['plain', 'campaign', 'ip', 'metadata'],
      ['jane@shop.example,"Spring, ""early""",Fast,site-7,127.0.0.1,"a,b ""c"""'],
    );
  });

  it('opts nobody out when it is only looked at', async () => {
    const url = at('Door scanned', { email: 'scanned@shop.example', 'List-Unsubscribe': 'One-Click' });
    for (const method of ['GET', 'HEAD']) expect((await fetch(url, { method })).status).toBe(200);
    for (const method of ['OPTIONS', 'PUT', 'DELETE', 'PATCH']) {
      const refused = await fetch(url, { method });
      expect([method, refused.status, refused.headers.get('allow')]).toEqual([method, 405, 'GET, HEAD, POST']);
    }
    // Whoever is collected afterwards is there; nobody came before.
    await byForm(at('Door scanned'), 'last@shop.example');
    await expectRows('Door scanned', ['plain'], ['last@shop.example']);
  });

  it('takes one click in both encodings, and the form of its page', async () => {
    const multipart = new FormData();
    multipart.set('List-Unsubscribe', 'One-Click');
    expect((await oneClick(at('Door clicked', { email: 'url@shop.example' }))).status).toBe(200);
    expect((await post(at('Door clicked', { email: 'multi@shop.example' }), multipart)).status).toBe(200);
    expect((await post(at('Door clicked', 'email=plus+sign@shop.example&utm_source=x'), multipart)).status).toBe(200);
    expect((await byForm(at('Door clicked'), ' Form@Shop.example')).status).toBe(200);
    for (const body of [multipart, new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })]) {
      const nobody = await post(at('Door clicked', { email: 'nobody' }), body);
      expect([nobody.status, nobody.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    }
    await expectRows(
      'Door clicked',
      ['plain'],
      ['form@shop.example', 'multi@shop.example', 'plus+sign@shop.example', 'url@shop.example'],
    );
  });

  it('keeps an extRef exactly as it was sent, or not at all', async () => {
    const references: Record<string, string> = {
      'exactly 64': 'x'.repeat(64),
      'umlauts of 64 bytes': 'ü'.repeat(32),
      'case and blanks': ' A b ',
      '65 characters': 'x'.repeat(65),
      '65 bytes': `${'ü'.repeat(32)}x`,
      nul: 'a\0b',
    };
    const kept = ['exactly 64', 'umlauts of 64 bytes', 'case and blanks'];
    for (const [n, extRef] of Object.values(references).entries())
      expect((await oneClick(at('Door references', { email: `p${n}@shop.example`, extRef }))).status).toBe(200);
    expect((await oneClick(at('Door references', 'email=p6%40shop.example&extRef=%ff%fe'))).status).toBe(200);
    const expected = Object.entries(references).map(
      ([name, extRef], n) => `p${n}@shop.example,${kept.includes(name) ? extRef : ''}`,
    );
    await expectRows('Door references', ['plain', 'metadata'], [...expected, 'p6@shop.example,']);
  });

  it('still takes and keeps opt-outs when its list is disabled', async () => {
    expect((await oneClick(at('Door closed', { email: 'late@shop.example' }))).status).toBe(200);
    const list = `${heed.adminUrls.optout}/admin/v1/lists/${made.listId('Door closed')}`;
    expect((await send('PATCH', list, { token: heed.adminToken, body: { enabled: true } })).status).toBe(200);
    await expectRows('Door closed', ['plain'], ['late@shop.example']);
  });

  it('is gone, with a page, when its list was deleted', async () => {
    expect((await fetch(at('Door gone'))).status).toBe(200);
    const list = `${heed.adminUrls.optout}/admin/v1/lists/${made.listId('Door gone')}`;
    expect((await send('DELETE', list, { token: heed.adminToken })).status).toBe(204);
    await eventually(async () => expect((await fetch(at('Door gone'))).status).toBe(410), { timeoutMs: 50_000 });
    const clicked = await oneClick(at('Door gone', { email: 'jane@shop.example' }), {
      'accept-language': 'de-AT, en;q=0.5',
    });
    expect([clicked.status, clicked.headers.get('content-type')]).toEqual([410, 'text/html; charset=utf-8']);
    expect(await clicked.text()).toContain('<html lang="de">');
  });

  it('speaks the language that is asked for, and loads nothing from anywhere', async () => {
    const page = async (language: string) => {
      const answer = await fetch(at('Door'), { headers: { 'accept-language': language } });
      const { headers } = answer;
      return { text: await answer.text(), policy: headers.get('content-security-policy') ?? '', headers };
    };
    for (const [asked, spoken] of Object.entries({
      'fr-CA': 'fr',
      'it, es;q=0.8, de;q=0.9': 'de',
      'xx, es;q=0.1': 'es',
      '*': 'en',
      tlh: 'en',
    })) {
      const { text, policy, headers } = await page(asked);
      expect(text).toContain(`<html lang="${spoken}">`);
      expect(text).not.toMatch(/<script|<img|<link |https?:\/\//);
      expect(policy).toContain(`default-src 'none'`);
      expect(policy).toContain(`form-action 'self'`);
      expect(policy).toContain(`frame-ancestors 'none'`);
      expect(policy).not.toContain('unsafe-inline');
      expect(headers.get('vary')).toContain('accept-language');
      expect(headers.get('set-cookie')).toBeNull();
    }
  });

  it('that there is not, has a page too', async () => {
    const unknown = await fetch(`${heed.collectUrl}/o/none`);
    expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(unknown.headers.get('content-security-policy')).toContain(`default-src 'none'`);
  });
});
