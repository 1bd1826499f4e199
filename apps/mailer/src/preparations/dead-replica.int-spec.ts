/** A replica that is killed by SIGKILL while mailers wait at it. Needs a build. */
import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { end, eventually, startDoor } from '#testing';
import { type MailerService, mailerService } from '../testing/mailer-service.js';

const list = 'a3f29c0d4be81755';
let mailer: MailerService;
let replica: ChildProcess;
let path: string;

beforeAll(async () => {
  mailer = await mailerService({ prepareWaitSeconds: 300 });
  await mailer.list(list);
  const { body } = await mailer.apply({
    campaigns: [{ name: 'Spring', optoutListId: list, format: 'md5' }],
    mailers: [{ name: 'Fast', tokens: [{ name: 'main' }], access: [{ campaign: 'Spring', md5: true }] }],
  });
  const [{ tokens, access }] = body.state.mailers;
  path = `/accesskey/download/${access[0].key}?token=${tokens[0].token}`;
  mailer.optOuts.answering = () => undefined;
}, 60_000);
afterAll(async () => {
  await end(replica);
  await mailer.close();
});

/** Starts one more replica. @returns its port */
function started(): Promise<string> {
  replica = startDoor('mailer', 'main', mailer.environment);
  let log = '';
  return new Promise((resolve) =>
    replica.stdout!.on('data', (text) => {
      log += text;
      const [, port] = /listening at http:\S+?:(\d+)/.exec(log) ?? [];
      if (port) resolve(port);
    }),
  );
}
/** A prepare that waits; it is through when the opt-out service has heard of it. */
async function waiting<T>(asked: () => Promise<T>): Promise<{ answer: Promise<T> }> {
  const before = mailer.optOuts.requests.length;
  const answer = asked();
  await eventually(() => expect(mailer.optOuts.requests).toHaveLength(before + 1));
  return { answer };
}
const here = () => mailer.request('GET', path);
const held = async (where = 'true') =>
  Number((await mailer.database.query(`SELECT count(*) FROM prepare_place WHERE ${where}`))[0].count);

it('keeps nobody from his places for longer than forty seconds, and whoever lives keeps his', async () => {
  const port = await started();
  const there = () => fetch(`http://127.0.0.1:${port}${path}`).catch(() => 'gone');
  const lost = [await waiting(there), await waiting(there)];
  const alive = [await waiting(here)];
  expect((await here()).body).toMatchObject({ error_code: 'too_many_requests' });
  await end(replica);
  for (const { answer } of lost) expect(await answer).toBe('gone');
  expect(await held()).toBe(3);

  await mailer.database.query(`UPDATE prepare_place SET held_until = held_until - interval '40 seconds'`);
  await eventually(async () => expect(await held('held_until > now()')).toBe(1), { timeoutMs: 30_000 });
  alive.push(await waiting(here), await waiting(here));
  expect((await here()).body).toMatchObject({ error_code: 'too_many_requests' });

  await mailer.database.query(`UPDATE preparation SET status = 'ready'`);
  for (const { answer } of alive) expect((await answer).body).toMatchObject({ result: 'success' });
  expect(await held()).toBe(0);
}, 120_000);
