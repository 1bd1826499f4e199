/** Files as people really send them, and as nobody should: each ends with exact counts or with a reason, in the status, and in the event that tells others. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connect } from 'amqplib';
import { md5Hex, sha512Hex } from '#identity';
import { eventually } from '#testing';
import { type OptoutService, optoutService } from '../testing/optout-service.js';

interface Outcome {
  status: 'success' | 'failed';
  submitted?: number;
  added?: number;
  malformed?: number;
  message?: RegExp;
}

const utf16 = Buffer.from('\ufeffa@x.example\nb@x.example\n', 'utf16le');
const notAList = (message: RegExp): Outcome => ({ status: 'failed', message });
const success = (submitted: number, added: number, malformed = 0): Outcome => ({
  status: 'success',
  submitted,
  added,
  malformed,
});
const files: [string, string | Buffer, Outcome][] = [
  ['one address, no line break', 'a@x.example', success(1, 1)],
  ['one byte', 'a', success(1, 0, 1)],
  ['one line break', '\n', success(0, 0)],
  ['a BOM alone', '\ufeff', success(0, 0)],
  ['a BOM and an address', '\ufeffa@x.example\r\n', success(1, 1)],
  ['a BOM in the middle, which is a blank there', 'a@x.example\n\ufeffb@x.example\n', success(2, 2)],
  ['many blank lines', '\r\n \n\t\n'.repeat(20_000), success(0, 0)],
  ['line breaks of both kinds, and several', 'a@x.example\r\n\r\n\nb@x.example\nc@x.example\r\n', success(3, 3)],
  ['CR alone as line break', 'a@x.example\rb@x.example\r', success(1, 0, 1)],
  ['CR alone as line break, in a large file', 'a@x.example\r'.repeat(100_000), notAList(/no line break/)],
  ['UTF-16', utf16, notAList(/NUL byte/)],
  ['UTF-16, the other way round', Buffer.from(utf16).swap16(), notAList(/NUL byte/)],
  ['a gzip file', gzipSync('a@x.example\n'), notAList(/NUL byte/)],
  ['Latin-1', Buffer.from('jos\xe9@x.example\na@x.example\n', 'latin1'), success(2, 1, 1)],
  ['a NUL behind the first 64 KiB', `${'a@x.example\n'.repeat(6_000)}b\0@x.example\n`, success(6_001, 1, 1)],
  ['a CSV with a header and quotes', 'email\n"a@x.example"\nb@x.example,B,2026\nc@x.example\n', success(4, 1, 3)],
  ['hashes in capitals, repeated in small letters', `${md5Hex('a').toUpperCase()}\n${md5Hex('a')}\n`, success(2, 1)],
  ['an address, its hash, and both once more', `A@x.example\n${md5Hex('a@x.example')}\n`.repeat(2), success(4, 1)],
  [
    'hashes of other lengths',
    `${'a'.repeat(31)}\n${'a'.repeat(33)}\n${'a'.repeat(40)}\n${sha512Hex('a')}\n`,
    success(4, 0, 4),
  ],
  ['a line of 5 MB among others', `a@x.example\n${'y'.repeat(5_000_000)}\nb@x.example\n`, success(3, 2, 1)],
  ['a line of 5 MB at the end', `a@x.example\n${' '.repeat(5_000_000)}`, success(2, 1, 1)],
  [
    'lines of 1,000 and 1,001 bytes',
    `${'a@x.example'.padEnd(1_000)}\n${'b@x.example'.padEnd(1_001)}\n`,
    success(2, 1, 1),
  ],
  ['letters beyond ASCII', 'Ünï@exämple.de\nünï@EXÄMPLE.DE\n李@例え.jp\n', success(3, 2)],
];

const idOf = (n: number) => `bbbbbbbbbbbb1${n.toString(16).padStart(3, '0')}`;
let service: OptoutService;
let token: string;
let connection: Awaited<ReturnType<typeof connect>>;
const finished: { id: string; data: Record<string, unknown> }[] = [];
beforeAll(async () => {
  service = await optoutService({ worker: true });
  const lists = [...files.keys(), files.length].map((n) => ({
    name: `List ${n}`,
    id: idOf(n),
    channel: 'email',
    storage: 'plain',
  }));
  const { body } = await service.admin('PUT', '/state', {
    lists,
    users: [{ name: 'me', tokens: [{ name: 't' }], lists: lists.map(({ name }) => name) }],
  });
  token = body.state.users[0].tokens[0].token;
  connection = await connect(service.broker.url);
  const channel = await connection.createChannel();
  const { queue } = await channel.assertQueue('', { exclusive: true });
  await channel.bindQueue(queue, 'heed.events', 'import-finished');
  await channel.consume(queue, (message) => message && finished.push(JSON.parse(message.content.toString())), {
    noAck: true,
  });
}, 60_000);
afterAll(async () => {
  await connection?.close();
  await service?.close();
});

const prepare = async (optoutListId: string, fileContentLength: number) =>
  (await service.as(token)('POST', '/optout-list/prepare-upload', { optoutListId, fileContentLength })).body;
const status = async (reference: string) =>
  (await service.as(token)('GET', `/optout-list/upload-status/${reference}`)).body;
const ended = (reference: string) =>
  eventually(
    async () => {
      const view = await status(reference);
      expect(view.status).not.toBe('running');
      return view;
    },
    { timeoutMs: 60_000 },
  );

it('each ends as it should', async () => {
  const references: string[] = [];
  for (const [n, [, content]] of files.entries()) {
    const body = Buffer.from(content);
    const { uploadUrl, importReference } = await prepare(idOf(n), body.length);
    // What the client calls it makes no difference.
    const headers = { 'content-type': n % 2 ? 'application/zip' : 'text/csv; charset=utf-16' };
    expect((await fetch(uploadUrl, { method: 'PUT', headers, body: new Uint8Array(body) })).status).toBe(200);
    references.push(importReference);
  }
  for (const [n, [what, , { status, submitted = 0, added = 0, malformed = 0, message = /./ }]] of files.entries()) {
    expect([what, await ended(references[n]!)]).toEqual([
      what,
      {
        status,
        message: expect.stringMatching(message),
        elapsedSeconds: expect.any(Number),
        submittedCount: submitted,
        addedCount: added,
        malformedCount: malformed,
      },
    ]);
    const event = await eventually(() => finished.find(({ data }) => data.importReference === references[n]) ?? false);
    expect([what, event]).toEqual([
      what,
      expect.objectContaining({
        specversion: '1.0',
        type: 'import-finished',
        data: {
          importReference: references[n],
          optoutListId: idOf(n),
          status,
          submittedCount: submitted,
          addedCount: added,
          malformedCount: malformed,
          finishedAt: expect.any(String),
        },
      }),
    ]);
  }
}, 120_000);

it('an upload that is sent again while nothing has been noticed counts once; one of nothing at all fails', async () => {
  const list = idOf(files.length);
  const again = await prepare(list, 12);
  await Promise.all([1, 2, 3].map(() => fetch(again.uploadUrl, { method: 'PUT', body: 'a@x.example\n' })));
  expect(await ended(again.importReference)).toMatchObject({ status: 'success', submittedCount: 1, addedCount: 1 });
  const empty = await prepare(list, 12);
  await fetch(empty.uploadUrl, { method: 'PUT', body: '' });
  expect(await ended(empty.importReference)).toMatchObject({
    status: 'failed',
    message: 'The uploaded file has 0 bytes, but fileContentLength was 12. Nothing was added.',
  });
});
