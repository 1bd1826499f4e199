import { once } from 'node:events';
import { get } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '#testing';
import { type MailerService, mailerService, mailerUrl } from '../testing/mailer-service.js';
import { aFile } from '../testing/opt-out-service.js';

const list = 'a3f29c0d4be81755';

/** @returns where a file can be prepared */
async function provided(mailer: MailerService): Promise<string> {
  await mailer.list(list);
  const { body } = await mailer.apply({
    campaigns: [{ name: 'Spring', optoutListId: list, format: 'md5' }],
    mailers: [{ name: 'Fast', tokens: [{ name: 'main' }], access: [{ campaign: 'Spring', md5: true }] }],
  });
  const [{ tokens, access }] = body.state.mailers;
  return `/accesskey/download/${access[0].key}?token=${tokens[0].token}`;
}

it('a prepare that waits is answered at once when its process ends', async () => {
  const mailer = await mailerService({ prepareWaitSeconds: 300 });
  const path = await provided(mailer);
  mailer.optOuts.answering = () => undefined;
  const [url] = await mailer.listening();
  // On a connection of its own, which ends with the answer: others are kept open for a while.
  const asked = once(get(`${url}${path}`, { agent: false }), 'response').then(([answer]) => json(answer));
  await eventually(() => expect(mailer.optOuts.requests).toHaveLength(1));
  await mailer.close();
  expect(await asked).toMatchObject({ result: 'success' });
});

describe('a file that takes longer than prepare waits', () => {
  let mailer: MailerService;
  let path: string;

  beforeAll(async () => {
    mailer = await mailerService({ prepareWaitSeconds: 0 });
    path = await provided(mailer);
  });
  afterAll(() => mailer.close());

  it('is linked all the same; the link says so until the file is there', async () => {
    mailer.optOuts.answering = () => undefined;
    const { body } = await mailer.request('GET', path);
    expect(body.result).toBe('success');
    const link = body.download_link.replace(mailerUrl, '');
    expect(await mailer.request('GET', link)).toMatchObject({
      status: 404,
      body: { error_code: 'download_not_prepared' },
    });
    await eventually(() => expect(mailer.optOuts.requests).toHaveLength(1));
    await mailer.storage.put(aFile.objectKey, [Buffer.from('a zip')], { contentType: 'application/zip' });
    mailer.optOuts.answering = () => aFile;
    const ready = (await mailer.request('GET', path)).body.download_link.replace(mailerUrl, '');
    await eventually(async () => expect((await mailer.request('GET', ready)).status).toBe(302));
    expect(await mailer.request('GET', link)).toMatchObject({
      status: 404,
      body: { error_code: 'download_not_prepared' },
    });
  });

  it('tells by its link why there is none', async () => {
    mailer.optOuts.answering = () => ({ status: 'failed', errorCode: 'empty_list', help: 'nobody' });
    const link = (await mailer.request('GET', path)).body.download_link.replace(mailerUrl, '');
    await eventually(async () =>
      expect(await mailer.request('GET', link)).toMatchObject({ status: 404, body: { error_code: 'empty_list' } }),
    );
  });
});
