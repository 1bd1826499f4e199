/**
 * A part of an import that fails at every attempt, on the real broker: it is given up in the end, and the import ends with a reason. The attempts before the last, which are minutes apart, are taken as
 * made: the message is sent once more with their number on it.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connect } from 'amqplib';
import { eventually } from '#testing';
import { type OptoutService, optoutService } from '../testing/optout-service.js';

const optoutListId = 'bbbbbbbbbbbbbb01';
const ATTEMPTS_BEFORE_THE_LAST = 5;
const POISON = 'P0001';
const DONE = 'WHEN (NEW.done)';
const NO_ROOM = /^The database had no room for the opt-outs/;

let service: OptoutService;
let token: string;
let connection: Awaited<ReturnType<typeof connect>>;
beforeAll(async () => {
  service = await optoutService({ worker: true });
  const { body } = await service.admin('PUT', '/state', {
    lists: [{ name: 'Newsletter', id: optoutListId, channel: 'email', storage: 'plain' }],
    users: [{ name: 'me', tokens: [{ name: 't' }], lists: ['Newsletter'] }],
  });
  token = body.state.users[0].tokens[0].token;
  connection = await connect(service.broker.url);
  await service.database.query(
    `CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'poison' USING ERRCODE = TG_ARGV[0]; END $$`,
  );
}, 60_000);
afterAll(async () => {
  await connection?.close();
  await service?.close();
});

const me = (method: 'GET' | 'POST', path: string, body?: object) => service.as(token)(method, path, body);
async function upload(content: string): Promise<string> {
  const { body } = await me('POST', '/optout-list/prepare-upload', {
    optoutListId,
    fileContentLength: content.length,
  });
  await fetch(body.uploadUrl, { method: 'PUT', body: content });
  return body.importReference;
}
const ended = (reference: string) =>
  eventually(
    async () => {
      const { body } = await me('GET', `/optout-list/upload-status/${reference}`);
      expect(body.status).not.toBe('running');
      return body;
    },
    { timeoutMs: 30_000 },
  );

it.each([
  ['import-requested', POISON, 'optout.import', 'INSERT ON import_range', '', /could not be opened/],
  ['import-range-requested', POISON, 'optout.import-range', 'UPDATE ON import_range', DONE, /^Part 1 of the file/],
  ['import-slice-requested', POISON, 'optout.import-slice', 'UPDATE ON import_slice', DONE, /could not be stored/],
  ['import-requested', '53400', 'optout.import', 'INSERT ON import_range', '', NO_ROOM],
  ['import-range-requested', '53100', 'optout.import-range', 'UPDATE ON import_range', DONE, NO_ROOM],
  ['import-slice-requested', '53200', 'optout.import-slice', 'UPDATE ON import_slice', DONE, NO_ROOM],
])(
  '%s, failing with %s, is given up, the import fails with a reason, and the next one goes in',
  async (type, code, queue, on, when, reason) => {
    await service.database.query(
      `CREATE TRIGGER poison BEFORE ${on} FOR EACH ROW ${when} EXECUTE FUNCTION poison('${code}')`,
    );
    const channel = await connection.createChannel();
    const seen = await channel.assertQueue('', { exclusive: true });
    await channel.bindQueue(seen.queue, 'heed.events', type);
    const reference = await upload('a@x.example\nb@x.example\n');
    const message = await eventually(() => channel.get(seen.queue, { noAck: true }), { timeoutMs: 20_000 });
    if (message) {
      const { contentType, messageId } = message.properties;
      const headers = { 'x-heed-attempts': ATTEMPTS_BEFORE_THE_LAST };
      channel.sendToQueue(queue, message.content, { contentType, type, messageId, headers, persistent: true });
    }
    const failed = await ended(reference);
    expect(failed).toMatchObject({ status: 'failed', message: expect.stringMatching(reason), addedCount: 0 });
    expect(failed.message).not.toContain('poison');
    await eventually(async () => {
      const { body } = await service.admin('GET', `/dead-letters/${queue}`);
      expect(body.data.filter((letter: object) => JSON.stringify(letter).includes(reference))).toHaveLength(1);
    });

    await service.database.query(`DROP TRIGGER poison ON ${on.split(' ').at(-1)}`);
    expect(await ended(await upload(`${type}-${code}@x.example\n`))).toMatchObject({
      status: 'success',
      addedCount: 1,
    });
    await channel.close();
  },
  60_000,
);
