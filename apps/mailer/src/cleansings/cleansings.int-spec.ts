import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '#testing';
import { aCleansing, placesTaken, sentList, storedKeys } from '../testing/cleanse-probe.js';
import { type MailerService, mailerService, mailerUrl } from '../testing/mailer-service.js';

const list = 'a3f29c0d4be81755';

describe('cleanse', () => {
  let mailer: MailerService;
  let [key, token, foreign, overKey] = ['', '', '', ''];
  let urls: string[];

  beforeAll(async () => {
    mailer = await mailerService({ replicas: 2 });
    await mailer.list(list);
    const { body } = await mailer.apply({
      campaigns: [
        { name: 'Spring', optoutListId: list, format: 'md5' },
        { name: 'Over', optoutListId: list, format: 'md5', enabled: false },
      ],
      mailers: [
        {
          name: 'Fast',
          tokens: [{ name: 'main' }],
          access: [{ campaign: 'Spring', md5: true, deltas: true }, { campaign: 'Over' }],
        },
        { name: 'Other', tokens: [{ name: 'main' }], access: [] },
      ],
    });
    const [fast, other] = body.state.mailers;
    [key, overKey] = fast.access.map((access: { key: string }) => access.key);
    [token, foreign] = [fast.tokens[0].token, other.tokens[0].token];
    urls = await mailer.listening();
  });
  afterAll(() => mailer.close());
  beforeEach(() => {
    mailer.optOuts.cleansing = () => aCleansing;
    mailer.optOuts.cleansings.length = 0;
  });

  const form = (content: string, name = 'file') => {
    const data = new FormData();
    data.set(name, new Blob([content]), 'list.csv');
    return data;
  };
  const address = (replica = 0, of = key, by = token) => `${urls[replica]}/accesskey/cleanse/${of}?token=${by}`;
  const post = async (body: RequestInit['body'], { url = address(), headers = {} } = {}) => {
    const answer = await fetch(url, { method: 'POST', body, headers });
    return { status: answer.status, text: await answer.text() };
  };
  const refusal = async (...args: Parameters<typeof post>) => {
    const { status, text } = await post(...args);
    return [status, JSON.parse(text).error_code];
  };

  it('hands the list on as it was sent, and answers as prepare does, with the counts', async () => {
    const content = 'a@x.example,"Ä"\r\n\r\nno line break';
    const { status, text } = await post(form(content));
    const body = JSON.parse(text);
    expect(status).toBe(200);
    expect(text).toBe(
      `{"result":"success","format":"md5","campaign_name":"Spring","download_link":"${body.download_link}","submitted_count":3,"matched_count":2,"malformed_count":1}`,
    );
    expect(mailer.optOuts.cleansings).toMatchObject([{ optoutListId: list, campaignName: 'Spring' }]);
    expect(await sentList(mailer)).toBe(content);
    await mailer.storage.put(aCleansing.objectKey, [Buffer.from('a zip')], { contentType: 'application/zip' });
    const link = body.download_link.replace(mailerUrl, '');
    const { status: redirect, headers } = await mailer.request('GET', link);
    expect(redirect).toBe(302);
    expect(headers.location).toContain(aCleansing.objectKey);
    expect(link).toContain(`/accesskey/getfile/${key}`);
  });

  it('is nothing that a delta could begin from', async () => {
    const { text } = await post(form('a@x.example'));
    await mailer.request('GET', JSON.parse(text).download_link.replace(mailerUrl, ''));
    const [row] = await mailer.database.query(
      'SELECT fetched_watermark AS mark, fetched_list_id AS list FROM access_key WHERE key = $1',
      [key],
    );
    expect(row).toEqual({ mark: null, list: null });
  });

  it('is for whoever holds the key, and its token, of a campaign that runs', async () => {
    const body = form('a@x.example');
    expect(await refusal(body, { url: address(0, key, 'none') })).toEqual([200, 'invalid_token']);
    expect(await refusal(body, { url: address(0, key, foreign) })).toEqual([200, 'invalid_access_key']);
    expect(await refusal(body, { url: address(0, overKey) })).toEqual([200, 'campaign_disabled']);
    expect(mailer.optOuts.cleansings).toEqual([]);
  });

  it('wants a form with one part, file, that holds something', async () => {
    const before = await storedKeys(mailer);
    const two = form('a@x.example');
    two.append('note', 'x');
    for (const body of [form('a@x.example', 'list'), two, form(''), '{"file":"x"}', undefined, new FormData()])
      expect(await refusal(body)).toEqual([200, 'invalid_file']);
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    for (const body of ['--x\r\ncontent-disposition: form-data; name="file"\r\n\r\nhalf', 'nothing', '--x--'])
      expect(await refusal(body, { headers })).toEqual([200, 'invalid_file']);
    const part = '--x\r\ncontent-disposition: form-data; name="file"\r\n\r\na@x.example\r\n';
    for (const nameless of ['--x\r\n\r\nb@x.example\r\n', '--x\r\ncontent-type: text/plain\r\n\r\nb\r\n', '--x\r\n'])
      for (const body of [part + nameless, nameless + part])
        expect(await refusal(`${body}--x--\r\n`, { headers })).toEqual([200, 'invalid_file']);
    const field = `${part}--x--\r\n`;
    expect((await post(field, { headers })).status).toBe(200);
    expect(await sentList(mailer)).toBe('a@x.example');
    expect(await storedKeys(mailer)).toHaveLength(before.length + 1);
  });

  it('refuses a list that is too large, and leaves nothing of it', async () => {
    const before = await storedKeys(mailer);
    expect(await refusal(form('x'.repeat(1_000_001)))).toEqual([200, 'request_too_large']);
    expect((await post(form('x'.repeat(1_000_000)))).text).toContain('success');
    expect(await storedKeys(mailer)).toHaveLength(before.length + 1);
  });

  it('takes POST alone', async () => {
    const answer = await mailer.request('GET', `/accesskey/cleanse/${key}?token=${token}`);
    expect(answer).toMatchObject({ status: 405, body: { error_code: 'method_not_allowed' } });
    expect(answer.headers.allow).toBe('POST');
  });

  /** Begins to send a list and goes on when it is told. */
  function slowly(replica = 0) {
    const { hostname, port } = new URL(urls[replica]!);
    const socket = connect(Number(port), hostname);
    const head = `POST /accesskey/cleanse/${key}?token=${token} HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ntransfer-encoding: chunked\r\n\r\n`;
    const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('error', () => undefined);
    socket.write(head + chunk('--x\r\ncontent-disposition: form-data; name="file"\r\n\r\na@x.example\n'));
    return {
      send: (text: string) => socket.write(chunk(text)),
      end: () => socket.write(`${chunk('\r\n--x--\r\n')}0\r\n\r\n`),
      leave: () => socket.destroy(),
      answer: () => answer,
    };
  }

  it('takes places of its address over all replicas while lists are coming in; who leaves gives his back', async () => {
    const slow = [slowly(0), slowly(0), slowly(1)];
    // A third one on the first replica would be one more than it takes in at a time.
    await eventually(async () => expect(await placesTaken(mailer)).toBe(3));
    expect(await refusal(form('a@x.example'), { url: address(1) })).toEqual([200, 'too_many_requests']);
    for (const one of slow) one.leave();
    await eventually(async () => expect(await placesTaken(mailer)).toBe(0));
    expect(mailer.optOuts.cleansings).toEqual([]);
    expect((await post(form('a@x.example'))).text).toContain('success');
  });

  it('gives up on a client that sends nothing any more, and answers one that is slow', async () => {
    const [inFile, behindForm] = [slowly(), slowly()];
    behindForm.send('\r\n--x--\r\n');
    for (const stalled of [inFile, behindForm]) {
      await eventually(() => expect(stalled.answer()).toContain('"error_code":"invalid_file"'));
      stalled.leave();
    }
    const slow = slowly(1);
    slow.send('b@x.example\n');
    slow.end();
    await eventually(() => expect(slow.answer()).toContain('"result":"success"'));
    slow.leave();
    expect(await sentList(mailer)).toBe('a@x.example\nb@x.example\n');
  });

  it('tells why there is no cleansed list', async () => {
    mailer.optOuts.cleansing = () => ({ status: 'failed', errorCode: 'invalid_format', help: 'Other hashes.' });
    expect(JSON.parse((await post(form('a@x.example'))).text)).toEqual({
      result: 'error',
      error_code: 'invalid_format',
      error: 'The format is invalid.',
      help: 'Other hashes.',
    });
  });
});
