/** What the edge lets through, and what it says itself: in the form of each host. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, gatewayLog } from '#testing';
import { send } from './support/http.js';
import { type Installation, installation } from './support/installation.js';
import { rawRequest } from './support/raw-request.js';

let heed: Installation;
beforeAll(async () => {
  heed = await installation();
});

/** A request with a method that fetch would not send. */
async function refusal(method: string, url: string) {
  const sent = request(url, { method, agent: false }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  const { 'content-type': type, allow } = response.headers;
  return { status: response.statusCode, type, ...(allow !== undefined && { allow }) };
}

const long = 'a'.repeat(9_000);

describe('the gateway', () => {
  it('has no way to an admin API, however the path is written', async () => {
    const { hostname } = new URL(heed.baseUrl);
    const paths = [
      '/admin/v1/state',
      '//admin/v1/state',
      '/deploy/v1/../../admin/v1/state',
      '/admin/..%2fdeploy/v1/contacts',
      '/deploy/v1/..%2f..%2fadmin/v1/state',
      '/health/ready',
      '/metrics',
      '/deploy/v1/..%2f..%2fmetrics',
    ];
    for (const host of [heed.baseUrl, heed.collectUrl, heed.mailerUrl]) {
      for (const path of paths) {
        const request = `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${heed.adminToken}\r\nConnection: close\r\n\r\n`;
        expect([path, (await rawRequest(host, request)).slice(0, 12)]).toEqual([path, 'HTTP/1.1 404']);
      }
    }
  });

  it('refuses in the envelope on the host of the APIs', async () => {
    const tooLong = await send('GET', `${heed.baseUrl}/deploy/v1/${long}`);
    expect(tooLong).toMatchObject({
      status: 414,
      body: {
        code: 'invalid_request_error',
        status: 414,
        type: expect.stringContaining('/deploy/error-codes#invalid_request_error'),
      },
    });
    expect(tooLong.headers.get('content-type')).toBe('application/problem+json');
    expect(tooLong.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
    const tooLarge = await send('POST', `${heed.baseUrl}/optout-list/prepare-upload`, {
      token: 'x',
      body: 'x'.repeat(1_048_577),
    });
    expect(tooLarge).toMatchObject({
      status: 413,
      body: { code: 'invalid_request_error', type: expect.stringContaining('/optout/error-codes#') },
    });
    expect(await send('GET', `${heed.baseUrl}/deploy/v1/%zz`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request_error' },
    });
    expect(await send('GET', `${heed.baseUrl}/nowhere`)).toMatchObject({
      status: 404,
      body: { code: 'not_found_error', instance: '/nowhere' },
    });
  });

  it('leaves it to the service to say which methods an address takes, also where it would refuse one itself', async () => {
    for (const method of ['TRACE', 'FOO']) {
      const answer = (url: string) => refusal(method, url);
      const problem = { type: 'application/problem+json' };
      expect(await answer(`${heed.baseUrl}/deploy/v1/brands`)).toEqual({ ...problem, status: 405, allow: 'GET, HEAD' });
      expect(await answer(`${heed.baseUrl}/optout-list/prepare-upload`)).toEqual({
        ...problem,
        status: 405,
        allow: 'POST',
      });
      expect(await answer(`${heed.baseUrl}/deploy/v1/nothing`)).toEqual({ ...problem, status: 404 });
      expect(await answer(`${heed.baseUrl}/nowhere`)).toEqual({ ...problem, status: 404 });
      expect(await answer(`${heed.collectUrl}/o/abcd`)).toEqual({
        type: 'text/html; charset=utf-8',
        status: 405,
        allow: 'GET, HEAD, POST',
      });
      expect(await answer(`${heed.mailerUrl}/accesskey/getfile/x`)).toMatchObject({ status: 405, allow: 'GET, HEAD' });
    }
  });

  it('takes HTTP/1.0, which needs no Host', async () => {
    const answer = await rawRequest(heed.baseUrl, 'GET /deploy/v1/brands HTTP/1.0\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
    expect(answer).toContain('"code":"authentication_error"');
  });

  it('never redirects: an address without its last part is none', async () => {
    for (const path of ['/deploy/v1', '/optout-list'])
      expect(await send('GET', heed.baseUrl + path)).toMatchObject({ status: 404, body: { code: 'not_found_error' } });
    for (const url of [
      `${heed.collectUrl}/client-optout`,
      `${heed.collectUrl}/o`,
      `${heed.mailerUrl}/accesskey`,
      `${heed.mailerUrl}/accesskey/cleanse`,
    ])
      expect(await send('GET', url)).toMatchObject({ status: 404 });
  });

  it('refuses with a page where people read it, and in the envelope beside it', async () => {
    const page = await send<string>('GET', `${heed.collectUrl}/o/%zz`);
    expect(page.status).toBe(400);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.body).toContain('<html lang="en">');
    expect(await send('GET', `${heed.collectUrl}/client-optout/%zz`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request_error' },
    });
  });

  it.each([
    ['nl, fr;q=0.8, de;q=0.7', 'fr', 'Votre demande'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de', 'Ihre Anfrage'],
    ['nl,ES', 'es', 'su solicitud'],
    ['en-GB,de', 'en', 'Your request'],
    ['den', 'en', 'Your request'],
  ])('speaks to a reader of %s as the service does', async (wishes, language, words) => {
    const request = { method: 'POST', body: 'x'.repeat(2 << 20), headers: { 'accept-language': wishes } };
    const page = await fetch(`${heed.collectUrl}/o/link`, request);
    expect(page.status).toBe(413);
    const body = await page.text();
    expect(body).toContain(`<html lang="${language}">`);
    expect(body).toContain(words);
    expect(page.headers.get('vary')).toBe('Accept-Language');
  });

  it("refuses in the mailer's own body on its host", async () => {
    expect(await send('GET', `${heed.mailerUrl}/accesskey/getfile/${long}`)).toMatchObject({
      status: 414,
      body: { result: 'error', error_code: 'uri_too_long', error: expect.any(String), help: expect.any(String) },
    });
    expect(await send('GET', `${heed.mailerUrl}/`)).toMatchObject({
      status: 404,
      body: { result: 'error', error_code: 'not_found' },
    });
  });

  it('lets services answer for themselves, with the id that the client gave its request', async () => {
    const response = await fetch(`${heed.baseUrl}/deploy/v1/brands`, { headers: { 'x-request-id': 'mine-1' } });
    expect(response.status).toBe(401);
    expect(response.headers.get('x-request-id')).toBe('mine-1');
    expect(await response.json()).toMatchObject({ code: 'authentication_error' });
  });

  it('keeps access keys and queries out of its log, however the address is written', async () => {
    const { hostname } = new URL(heed.mailerUrl);
    const key = 'm-abcd-e12-0123456789abcdef0123456789abcdef';
    const paths = [
      `/accesskey/download/${key}`,
      `/accesskey/getFile/${key}`,
      `//accesskey/download/${key}`,
      `/accesskey//download/${key}`,
      `/accesskey/%64ownload/${key}`,
      `/access%6bey/download/${key}`,
    ];
    for (const host of [heed.mailerUrl, heed.baseUrl])
      for (const path of host === heed.mailerUrl ? paths : paths.slice(0, 4))
        await rawRequest(
          host,
          `GET ${path}?token=hd_mlr_secret HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`,
        );
    await send('GET', `${heed.baseUrl}/deploy/v1/brands/the-last`);
    await eventually(() => expect(gatewayLog()).toContain('"path":"/deploy/v1/brands/the-last"'));
    expect(gatewayLog()).toContain('"path":"/accesskey/download/…"');
    expect(gatewayLog()).not.toMatch(/m-abcd|hd_mlr_secret/);
  });

  it('passes on the header api_key, underscore and all', async () => {
    const response = await fetch(`${heed.baseUrl}/optout-list/upload-status/0b6f5a52-6f0e-4c43-9a6b-6f6b0d3f8c11`, {
      headers: { api_key: heed.token('operations') },
    });
    expect(response.status).toBe(403);
  });
});
