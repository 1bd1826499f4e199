/** Mailing lists of more than one part of an upload whose client leaves, or whose storage goes away, in the middle; on a storage of the test's own. */
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Client } from 'minio';
import { eventually, privateStorage } from '#testing';
import { aCleansing, placesTaken, storedKeys } from '../testing/cleanse-probe.js';
import { type MailerService, mailerService } from '../testing/mailer-service.js';

const list = 'a3f29c0d4be81755';
const head = '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n';
const foot = '\r\n--x--\r\n';
/** More than a part takes. */
const half = 'somebody@shop.example\n'.repeat(400_000);

let server: Awaited<ReturnType<typeof privateStorage>>;
let mailer: MailerService;
let url: URL;

beforeAll(async () => {
  server = await privateStorage();
  mailer = await mailerService({
    settings: { ...server.settings, cleanseBytes: 4 * half.length, cleanseStallSeconds: 600 },
  });
  await mailer.list(list);
  const { body } = await mailer.apply({
    campaigns: [{ name: 'Spring', optoutListId: list, format: 'md5' }],
    mailers: [{ name: 'Fast', tokens: [{ name: 'main' }], access: [{ campaign: 'Spring', md5: true }] }],
  });
  const [{ tokens, access }] = body.state.mailers;
  const [address] = await mailer.listening();
  url = new URL(`/accesskey/cleanse/${access[0].key}?token=${tokens[0].token}`, address);
}, 60_000);
beforeEach(() => {
  mailer.optOuts.cleansing = () => aCleansing;
});
afterAll(async () => {
  await mailer?.close();
  await server?.close();
});

/** Sends the first half of a list, and goes on when it is told. */
function begun() {
  let answer = '';
  const socket = connect({ port: Number(url.port), host: url.hostname })
    .on('data', (data) => {
      answer += data;
    })
    .on('error', () => undefined);
  const length = head.length + 2 * half.length + foot.length;
  socket.write(
    `POST ${url.pathname}${url.search} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n${head}${half}`,
  );
  return {
    goOn: () => socket.write(half + foot),
    leave: () => socket.destroy(),
    answer: () => answer,
  };
}
async function cleanse(content: string): Promise<Record<string, unknown>> {
  const body = head + content + foot;
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  return (await (await fetch(url, { method: 'POST', body, headers })).json()) as Record<string, unknown>;
}
/** Uploads that were begun and not ended. */
async function unfinished(): Promise<unknown[]> {
  const { hostname, port } = new URL(server.url);
  const { s3Region: region, s3AccessKey: accessKey, s3SecretKey: secretKey, s3Bucket } = server.settings;
  const client = new Client({ endPoint: hostname, port: Number(port), useSSL: false, region, accessKey, secretKey });
  return (await client.listIncompleteUploadsQuery(s3Bucket, '', '', '', '')).uploads;
}

it('of a client who leaves in the middle nothing is left', async () => {
  const client = begun();
  await eventually(async () => expect(await unfinished()).toHaveLength(1));
  client.leave();
  await eventually(async () => {
    expect(await unfinished()).toEqual([]);
    expect(await placesTaken(mailer)).toBe(0);
  });
  expect(await storedKeys(mailer)).toEqual([]);
  expect(mailer.optOuts.cleansings).toEqual([]);
});

it('a storage that goes away in the middle is told of, and costs nothing but the list', async () => {
  const client = begun();
  await eventually(async () => expect(await unfinished()).toHaveLength(1));
  await server.kill();
  client.goOn();
  expect(await cleanse('a@x.example')).toMatchObject({ result: 'error', error_code: 'server_error' });
  await eventually(() => expect(client.answer()).toMatch(/^HTTP\/1\.1 200 [\s\S]*"error_code":"server_error"/), {
    timeoutMs: 30_000,
  });
  client.leave();
  expect(await placesTaken(mailer)).toBe(0);
  expect(mailer.optOuts.cleansings).toEqual([]);

  await server.start();
  for (const content of [half + half, 'a@x.example'])
    expect(await cleanse(content)).toMatchObject({ result: 'success' });
  const keys = mailer.optOuts.cleansings.map(({ objectKey }) => objectKey);
  expect(await storedKeys(mailer)).toEqual([...keys].sort());
  expect(await mailer.storage.stat(keys[0]!)).toMatchObject({ size: 2 * half.length });
}, 120_000);
