import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '#testing';
import { type OptoutService, optoutService } from '../testing/optout-service.js';
import { UploadWatcher } from './upload-watcher.js';

let service: OptoutService;
let token: string;
let foreignToken: string;
beforeAll(async () => {
  service = await optoutService({ worker: true });
  const { body } = await service.admin('PUT', '/state', {
    lists: [
      { name: 'Newsletter', id: 'bbbbbbbbbbbbbbb1', channel: 'email', storage: 'plain' },
      { name: 'Off', id: 'bbbbbbbbbbbbbbb2', channel: 'email', storage: 'md5', enabled: false },
      { name: 'Foreign', id: 'bbbbbbbbbbbbbbb3', channel: 'email', storage: 'md5' },
      { name: 'Group', id: 'bbbbbbbbbbbbbbb4', kind: 'grouped', members: ['Newsletter'] },
      { name: 'Link', id: 'bbbbbbbbbbbbbbb5', kind: 'linked', source: 'Newsletter' },
    ],
    users: [
      { name: 'me', tokens: [{ name: 't' }], lists: ['Newsletter', 'Off', 'Group', 'Link'] },
      { name: 'other', tokens: [{ name: 't' }], lists: ['Newsletter', 'Foreign'] },
    ],
  });
  [token, foreignToken] = body.state.users.map((user: { tokens: { token: string }[] }) => user.tokens[0]!.token);
}, 60_000);
afterAll(() => service.close());

const optoutListId = 'bbbbbbbbbbbbbbb1';
const prepare = (body: unknown, as = token) => service.as(as)('POST', '/optout-list/prepare-upload', body);
const status = (reference: string, as = token) => service.as(as)('GET', `/optout-list/upload-status/${reference}`);
const put = async (url: string, content: string) => {
  expect((await fetch(url, { method: 'PUT', body: content })).status).toBe(200);
};
const ended = (reference: string) =>
  eventually(
    async () => {
      const { body } = await status(reference);
      expect(body.status).not.toBe('running');
      return body;
    },
    { timeoutMs: 20_000 },
  );
const upload = async (content: string, fileContentLength = Buffer.byteLength(content)) => {
  const { body } = await prepare({ optoutListId, fileContentLength });
  await put(body.uploadUrl, content);
  return body as { uploadUrl: string; importReference: string };
};

describe('prepare-upload', () => {
  it('answers with a URL that is good for 15 minutes, and a reference', async () => {
    const { status, body } = await prepare({ optoutListId, fileContentLength: 5_368_709_120 });
    expect([status, Object.keys(body).sort()]).toEqual([200, ['importReference', 'uploadUrl']]);
    expect(new URL(body.uploadUrl).searchParams.get('X-Amz-Expires')).toBe('900');
  });

  it.each<[string, object, string]>([
    ['no size', { fileContentLength: undefined }, '/fileContentLength'],
    ['an empty file', { fileContentLength: 0 }, '/fileContentLength'],
    ['more than 5 GiB', { fileContentLength: 5_368_709_121 }, '/fileContentLength'],
    ['half a byte', { fileContentLength: 1.5 }, '/fileContentLength'],
    ['a size in words', { fileContentLength: '7' }, '/fileContentLength'],
    ['a size that is null', { fileContentLength: null }, '/fileContentLength'],
    ['an unknown field', { name: 'x' }, '/name'],
    ['an id that is no text', { optoutListId: {} }, '/optoutListId'],
  ])('refuses %s', async (_, change, pointer) => {
    const { status, body } = await prepare({ optoutListId, fileContentLength: 7, ...change });
    expect([status, body.code, body.errors]).toEqual([
      400,
      'invalid_request_error',
      [{ pointer, detail: expect.any(String) }],
    ]);
  });

  it.each([
    ['unknown', 'ffffffffffffffff', 'invalid_list'],
    ['of another form', '', 'invalid_list'],
    ['disabled', 'bbbbbbbbbbbbbbb2', 'list_disabled'],
    ['foreign', 'bbbbbbbbbbbbbbb3', 'list_forbidden'],
    ['grouped', 'bbbbbbbbbbbbbbb4', 'list_grouped'],
    ['linked', 'bbbbbbbbbbbbbbb5', 'list_linked'],
  ])('refuses a list that is %s', async (_, id, code) => {
    const { status, body } = await prepare({ optoutListId: id, fileContentLength: 7 });
    expect([status, body.code, body.errors[0].pointer]).toEqual([400, code, '/optoutListId']);
  });

  it('is closed without a token, whatever the body', async () => {
    expect((await service.call('POST', '/optout-list/prepare-upload', '{')).status).toBe(401);
  });
});

describe('upload-status', () => {
  it('runs until the file is there, then tells how it ended', async () => {
    const { body: prepared } = await prepare({ optoutListId, fileContentLength: 34 });
    expect((await status(prepared.importReference)).body).toEqual({ status: 'running' });
    await put(prepared.uploadUrl, 'a@example.com\r\nA@Example.com\n\nno\n\n');
    expect(await ended(prepared.importReference)).toEqual({
      status: 'success',
      message: expect.any(String),
      elapsedSeconds: expect.any(Number),
      submittedCount: 3,
      addedCount: 1,
      malformedCount: 1,
    });
  });

  it('answers the same 403 for a reference of somebody else and for one that nobody has', async () => {
    const { body: prepared } = await prepare({ optoutListId, fileContentLength: 7 });
    const foreign = await status(prepared.importReference, foreignToken);
    const unknown = await status('0b6f5a52-6f0e-4c43-9a6b-6f6b0d3f8c11');
    expect(foreign.status).toBe(403);
    expect({ ...foreign.body, instance: '' }).toEqual({ ...unknown.body, instance: '' });
    expect(foreign.body.code).toBe('permission_error');
  });

  it('refuses what is no UUID, but not before the token', async () => {
    expect((await status('7')).body.errors).toEqual([{ parameter: 'reference', detail: expect.any(String) }]);
    expect((await status('7', 'nobody')).status).toBe(401);
  });

  it('takes a reference in capitals', async () => {
    const { body } = await prepare({ optoutListId, fileContentLength: 7 });
    expect((await status(body.importReference.toUpperCase())).status).toBe(200);
  });
});

describe('an upload', () => {
  it('of another size than announced fails with a message, adds nothing and is removed', async () => {
    const { importReference, uploadUrl } = await upload('x@example.com\n', 13);
    expect(await ended(importReference)).toMatchObject({
      status: 'failed',
      message: 'The uploaded file has 14 bytes, but fileContentLength was 13. Nothing was added.',
      addedCount: 0,
      submittedCount: 0,
      malformedCount: 0,
    });
    await eventually(async () => expect(await objectThere(uploadUrl)).toBe(false));
  });

  it('is removed when its import has ended, and so is what comes by the same URL later', async () => {
    const { importReference, uploadUrl } = await upload('y@example.com\n');
    await ended(importReference);
    await eventually(async () => expect(await objectThere(uploadUrl)).toBe(false));
    await put(uploadUrl, 'z@example.com\n');
    await eventually(async () => expect(await objectThere(uploadUrl)).toBe(false));
    expect((await ended(importReference)).status).toBe('success');
    expect((await service.admin('POST', '/optouts/find', { address: 'z@example.com' })).body.data).toEqual([]);
  });

  it('that never came fails, but not before 24 hours after its URL has expired', async () => {
    const { body } = await prepare({ optoutListId, fileContentLength: 7 });
    const watcher = service.worker!.get(UploadWatcher, { strict: false });
    const hours = (count: number) => Date.now() + count * 3_600_000;
    await watcher.giveUp(hours(24));
    expect((await status(body.importReference)).body).toEqual({ status: 'running' });
    await watcher.giveUp(hours(24.5));
    expect((await status(body.importReference)).body).toEqual({
      status: 'failed',
      message: expect.stringContaining('not uploaded'),
      addedCount: 0,
      malformedCount: 0,
      submittedCount: 0,
    });
  });

  it('leaves the list when an admin removes it', async () => {
    const { importReference } = await upload('removed@example.com\n');
    await ended(importReference);
    const shown = await service.admin('GET', `/imports/${importReference}`);
    expect(shown.body).toMatchObject({ importReference, optoutListId, status: 'success', progress: 1, addedCount: 1 });
    expect((await service.admin('GET', `/imports?limit=1&optoutListId=${optoutListId}`)).body.data).toEqual([
      shown.body,
    ]);
    const found = await service.admin('POST', '/optouts/find', { address: ' Removed@Example.com' });
    expect(found.body.data).toMatchObject([{ listName: 'Newsletter', collectionType: 'imported', importReference }]);
    expect((await service.admin('DELETE', `/imports/${importReference}`)).status).toBe(204);
    expect((await status(importReference)).body).toEqual({ status: 'removed', elapsedSeconds: expect.any(Number) });
    const after = await service.admin('POST', '/optouts/find', { address: 'removed@example.com' });
    expect(after.body.data).toEqual([]);
  });

  it('tells admins which lines were malformed, and why, and as many as the setting says', async () => {
    const { importReference } = await upload('jane@example@com\n\nx@example.com\nJane Doe\nno\nneither\n');
    await ended(importReference);
    expect((await service.admin('GET', `/imports/${importReference}`)).body.malformedCount).toBe(4);
    expect((await service.admin('GET', `/imports/${importReference}/malformed-lines`)).body).toEqual({
      data: [
        { line: 1, reason: 'no_email_address', value: 'j***@e******@c**' },
        { line: 4, reason: 'no_email_address', value: 'J*** D**' },
        { line: 5, reason: 'no_email_address', value: '**' },
      ],
    });
    const nobodys = '/imports/0b6f5a52-6f0e-4c43-9a6b-6f6b0d3f8c11/malformed-lines';
    expect((await service.admin('GET', nobodys)).status).toBe(404);
    expect((await service.as(token)('GET', `/admin/v1${nobodys}`)).status).toBe(401);
  });

  it('is on one page of the list of imports, however many come at once', async () => {
    const before = new Set((await pages(1_000)).flat());
    const prepared = await Promise.all(
      Array.from({ length: 12 }, () => prepare({ optoutListId, fileContentLength: 7 })),
    );
    // Within one millisecond, which is all that a Date tells apart.
    await service.database.query(
      `UPDATE import SET created_at = date_trunc('second', now()) + n * interval '7 microseconds'
         FROM unnest($1::uuid[]) WITH ORDINALITY AS item (id, n) WHERE import.id = item.id`,
      [prepared.map(({ body }) => body.importReference)],
    );
    const shown = (await pages(5)).flat();
    expect(shown.filter((reference) => !before.has(reference)).sort()).toEqual(
      prepared.map(({ body }) => body.importReference).sort(),
    );
    expect(new Set(shown).size).toBe(shown.length);
  });

  it('is not removed while it runs, and nobody removes what is not there', async () => {
    const { body } = await prepare({ optoutListId, fileContentLength: 7 });
    expect((await service.admin('DELETE', `/imports/${body.importReference}`)).status).toBe(409);
    expect((await service.admin('DELETE', '/imports/0b6f5a52-6f0e-4c43-9a6b-6f6b0d3f8c11')).status).toBe(404);
  });
});

/** The references of all imports, page by page, as the last of each says where the next begins. */
async function pages(limit: number): Promise<string[][]> {
  const all: string[][] = [];
  for (let before = ''; ; ) {
    const { body } = await service.admin('GET', `/imports?limit=${limit}${before && `&before=${before}`}`);
    if (body.data.length === 0) return all;
    all.push(body.data.map(({ importReference }: { importReference: string }) => importReference));
    before = encodeURIComponent(body.data.at(-1).createdAt.replace('Z', '+00:00'));
  }
}

async function objectThere(uploadUrl: string): Promise<boolean> {
  const keys: string[] = [];
  for await (const { key } of service.storage.list('uploads/')) keys.push(key);
  return keys.some((key) => uploadUrl.includes(key));
}
