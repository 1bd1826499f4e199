/** What people read about the API, at the gateway. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { send } from './support/http.js';
import { type Installation, installation } from './support/installation.js';

let heed: Installation;
beforeAll(async () => {
  heed = await installation();
});

async function page(path: string): Promise<string> {
  const response = await fetch(`${heed.baseUrl}${path}`);
  expect([path, response.status, response.headers.get('content-type')]).toEqual([
    path,
    200,
    'text/html; charset=utf-8',
  ]);
  return response.text();
}

describe('the documents at the gateway', () => {
  it('have a place for every problem: its type leads to the words about its code', async () => {
    const problems = [
      await send('GET', `${heed.baseUrl}/deploy/v1/brands`),
      await send('GET', `${heed.baseUrl}/nowhere`),
      await send('POST', `${heed.baseUrl}/optout-list/prepare-upload`, { body: {} }),
      await send('POST', `${heed.collectUrl}/client-optout/collect`, { body: {} }),
    ];
    for (const { body } of problems) {
      const { pathname, hash, origin } = new URL(body.type as string);
      expect(origin).toBe(heed.baseUrl);
      expect(hash).toBe(`#${body.code}`);
      expect(await page(pathname)).toContain(`<article id="${body.code}">`);
    }
  });

  it('are pages without scripts, with nothing from elsewhere, and no link that leads nowhere', async () => {
    const seen = new Map<string, string>();
    const open = ['/docs/'];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (seen.has(path)) continue;
      const response = await fetch(heed.baseUrl + path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self'/);
      const text = await response.text();
      seen.set(path, text);
      if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
      expect(text).not.toMatch(/<script|<[^>]+\sstyle=/);
      for (const [, address] of text.matchAll(/(?:href|src)="([^"#]*)[^"]*"/g)) {
        if (!address || address === 'data:,') continue;
        const url = new URL(address, heed.baseUrl + path);
        expect(url.origin).toBe(heed.baseUrl);
        open.push(url.pathname);
      }
    }
    expect([...seen.keys()].sort()).toEqual([
      '/docs/',
      '/docs/api',
      '/docs/asyncapi.yaml',
      '/docs/deploy/error-codes',
      '/docs/events',
      '/docs/mailer/error-codes',
      '/docs/openapi.yaml',
      '/docs/optout/error-codes',
      '/docs/style.css',
    ]);
    for (const [path, text] of seen) {
      const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
      const missing = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id).filter((id) => !ids.has(id));
      expect([path, missing]).toEqual([path, []]);
    }
  });
});
