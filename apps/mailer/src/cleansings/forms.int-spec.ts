/** Forms that no browser makes. Whatever comes is answered, and takes up nothing afterwards; what is waited for here comes long before the client would count as stalled. */
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '#testing';
import { aCleansing, placesTaken, sentList, storedKeys } from '../testing/cleanse-probe.js';
import { type MailerService, mailerService } from '../testing/mailer-service.js';

const list = 'a3f29c0d4be81755';
const content = 'a@x.example,"Ä"\r\n\r\nno line break';
const named = 'Content-Disposition: form-data; name="file"';
const other = '--x\r\nContent-Disposition: form-data; name="note"\r\n\r\nhello\r\n';

/** @param headers of the one part */
const formWith = (headers: string, value = content) => `--x\r\n${headers}\r\n\r\n${value}\r\n--x--\r\n`;
const form = formWith(`${named}; filename="list.csv"\r\nContent-Type: text/csv`);
const long = `X-Note: ${'n'.repeat(9_000)}`;

let mailer: MailerService;
let url: URL;
let key: string;

beforeAll(async () => {
  mailer = await mailerService({ settings: { cleanseStallSeconds: 600 } });
  await mailer.list(list);
  const { body } = await mailer.apply({
    campaigns: [{ name: 'Spring', optoutListId: list, format: 'md5' }],
    mailers: [{ name: 'Fast', tokens: [{ name: 'main' }], access: [{ campaign: 'Spring', md5: true }] }],
  });
  const [{ tokens, access }] = body.state.mailers;
  key = access[0].key;
  const [address] = await mailer.listening();
  url = new URL(`/accesskey/cleanse/${key}?token=${tokens[0].token}`, address);
});
afterAll(() => mailer.close());
beforeEach(() => {
  mailer.optOuts.cleansings.length = 0;
  mailer.optOuts.cleansing = () => aCleansing;
});
/** Places of the address; the process takes in two lists at a time, so one that was never let go shows as well. */
afterEach(() => eventually(async () => expect(await placesTaken(mailer)).toBe(0)));

interface Framing {
  type?: string;
  /** Headers that say how long the body is. */
  length?: string;
  /** The client sends no more, and says so. */
  ends?: boolean;
}

/** A request to the letter. */
const request = (body: string, { type = 'multipart/form-data; boundary=x', length }: Framing = {}) =>
  [
    `POST ${url.pathname}${url.search} HTTP/1.1`,
    'Host: x',
    'Connection: close',
    `Content-Type: ${type}`,
    length ?? `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');

/** @returns all that is answered until the connection is closed */
function answerTo(body: string, framing: Framing = {}): Promise<{ status: number; body: Record<string, string> }> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect({ port: Number(url.port), host: url.hostname, allowHalfOpen: true })
      .on('data', (data) => {
        text += data;
      })
      .on('error', reject)
      .on('end', () => socket.end())
      .on('close', () =>
        resolve({ status: Number(text.split(' ')[1]), body: JSON.parse(text.slice(text.indexOf('\r\n\r\n'))) }),
      );
    socket.write(request(body, framing));
    if (framing.ends) socket.end();
  });
}

const chunks = (...texts: string[]) =>
  texts.map((text) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`).join('');
const chunked = { length: 'Transfer-Encoding: chunked' };

describe('a form is taken', () => {
  it.each<[how: string, body: string, framing?: Framing]>([
    ['with a quoted boundary', form.replaceAll('--x', '--a b=?'), { type: 'multipart/form-data; boundary="a b=?"' }],
    ['whatever the case of its type', form, { type: 'Multipart/Form-Data; charset=utf-8; Boundary=x' }],
    ['with text before it', `This is a form.\r\n--y\r\n${form}`],
    ['with text behind it', `${form}That was a form.\r\n${form}`],
    ['with a great deal of text behind it', form + 'That was a form.\r\n'.repeat(50_000)],
    ['without the last line break', form.slice(0, -2)],
    ['with a part without a file name', formWith(named)],
    ['with a file name in another charset', formWith(`${named}; filename*=UTF-8''l%C3%A4st.csv`)],
    ['with a file name that nobody can read', formWith(`${named}; filename*=nothing''%FF%00.csv`)],
    ['with a file name that looks like another name', formWith(`${named}; filename="a; name=note; \\"name=note.csv"`)],
    ['with a name without quotes', formWith('content-disposition:FORM-DATA;Name=file')],
    ['with headers on several lines', formWith('Content-Disposition: form-data;\r\n name="file"')],
    ['with long headers behind the name', formWith(`${named}\r\n${long}`)],
    ['with an encoding that leaves it alone', formWith(`${named}\r\nContent-Transfer-Encoding: Binary `)],
    ['in chunks', `${chunks(...form)}0\r\n\r\n`, chunked],
    ['in chunks with something behind them', `${chunks(form)}0\r\nX-Checksum: 1\r\n\r\n`, chunked],
  ])('%s', async (_, body, framing = {}) => {
    expect(await answerTo(body, framing)).toMatchObject({ status: 200, body: { result: 'success' } });
    expect(await sentList(mailer)).toBe(content);
  });
});

describe('a form is refused', () => {
  it.each<[how: string, body: string, framing?: Framing]>([
    ['with another boundary than announced', form, { type: 'multipart/form-data; boundary=y' }],
    ['with a boundary in another case', form, { type: 'multipart/form-data; boundary=X' }],
    ['with no boundary', form, { type: 'multipart/form-data' }],
    ['of another kind', form, { type: 'multipart/mixed; boundary=x' }],
    ['with long headers before the name', formWith(`${long}\r\n${named}`)],
    ['with headers without an end', `--x\r\n${named}\r\n${long.repeat(100)}`],
    ['with LF alone between headers', formWith(`${named}\nContent-Type: text/csv`)],
    ['with LF alone everywhere', form.replaceAll('\r\n', '\n')],
    ['in base64', formWith(`${named}\r\nContent-Transfer-Encoding: base64`, btoa('a@x.example'))],
    ['as quoted-printable', formWith(`${named}\r\nContent-Transfer-Encoding: Quoted-Printable`, 'a=40x.example')],
    ['without its last boundary', form.slice(0, -8)],
    ['with half of its last boundary', form.slice(0, -3)],
    ['with an empty file', formWith(named, '')],
    ['with a file that is nothing at all', `--x\r\n${named}\r\n\r\n--x--\r\n`],
    ['with another part before', other + form],
    ['with another part behind', form.replace('--x--', `${other}--x--`)],
    ['with two files', form.replace('--x--', form)],
    ['with an empty file before the file', form.replace(content, '').replace('--x--', form)],
    ['with a name in another case', formWith(named.replace('file', 'File'))],
    ['with an empty name', formWith(named.replace('file', ''))],
    ['with two names, of which the last counts', formWith(`${named}; name="note"`)],
    ['that is shorter than it was to be', form.slice(0, 100)],
    ['without a body', '', { length: 'X-Note: none' }],
    ['of no chunks', '0\r\n\r\n', chunked],
  ])('%s', async (_, body, framing = {}) => {
    const before = await storedKeys(mailer);
    expect(await answerTo(body, framing)).toEqual({
      status: 200,
      body: { result: 'error', error_code: 'invalid_file', error: 'The file is invalid.', help: expect.any(String) },
    });
    expect(await storedKeys(mailer)).toEqual(before);
    expect(mailer.optOuts.cleansings).toEqual([]);
  });
});

describe('a request whose end is not where it should be', () => {
  const refused = {
    status: expect.any(Number),
    body: { result: 'error', error_code: 'invalid_request', error: 'Invalid request', help: expect.any(String) },
  };
  it.each<[how: string, body: string, framing: Framing]>([
    ['is longer than announced', form, { length: 'Content-Length: 60' }],
    ['is announced as longer', form, { length: `Content-Length: ${form.length + 100}`, ends: true }],
    ['breaks off in the file', form.slice(0, 100), { length: `Content-Length: ${form.length}`, ends: true }],
    ['has two lengths', `${chunks(form)}0\r\n\r\n`, { length: `${chunked.length}\r\nContent-Length: 60` }],
    ['has a length below nothing', form, { length: 'Content-Length: -1' }],
    ['has a chunk of no size', `${chunks(form)}zz\r\n\r\n`, chunked],
    ['lacks its last chunk', chunks(form), { ...chunked, ends: true }],
  ])('is refused: it %s', async (_, body, framing = {}) => {
    const before = await storedKeys(mailer);
    expect(await answerTo(body, framing)).toEqual(refused);
    await eventually(async () => expect(await placesTaken(mailer)).toBe(0));
    expect(await storedKeys(mailer)).toEqual(before);
    expect(mailer.optOuts.cleansings).toEqual([]);
  });
});

it('a client that leaves before his form is looked at takes up nothing', async () => {
  const lock = mailer.database.createQueryRunner();
  await lock.startTransaction();
  await lock.query('SELECT FROM access_key WHERE key = $1 FOR UPDATE', [key]);
  const looked = () =>
    mailer.database.query(
      `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    );
  const connections = () =>
    new Promise((resolve) => mailer.app.getHttpServer().getConnections((_: unknown, count: number) => resolve(count)));
  const clients = [0, 1].map(() => connect(Number(url.port), url.hostname));
  for (const client of clients) client.write(request(form, { length: 'Content-Length: 100000' }));
  await eventually(async () => expect(await looked()).toHaveLength(2));
  for (const client of clients) client.destroy();
  await eventually(async () => expect(await connections()).toBe(0));
  await lock.commitTransaction();
  await lock.release();
  await eventually(async () => {
    expect(await looked()).toEqual([]);
    expect(await placesTaken(mailer)).toBe(0);
  });
  expect((await answerTo(form)).body).toMatchObject({ result: 'success' });
});
