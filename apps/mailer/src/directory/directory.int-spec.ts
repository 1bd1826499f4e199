import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '#testing';
import { type MailerService, mailerService } from '../testing/mailer-service.js';

let service: MailerService;
beforeAll(async () => {
  service = await mailerService();
});
afterAll(() => service.close());

const directory = async () => {
  const [row] = await service.database.query(`SELECT expected_version::int AS expected, complete FROM directory`);
  return row;
};
const lists = () => service.database.query('SELECT id, version::int, deleted FROM optout_list ORDER BY id');

it('is whole when all lists are here that were sent, not when the sending ended', async () => {
  await service.sentLists('collect', 50);
  // The end of the sending overtakes what was sent.
  await service.sentLists('mailer', 100, '00000000000000a1', '00000000000000a2');
  await eventually(async () => expect(await directory()).toEqual({ expected: 100, complete: false }));
  // An earlier sending's end is of no interest any more.
  await service.sentLists('mailer', 99);
  await service.list('00000000000000a1', { version: 100 });
  await service.list('00000000000000a2', { version: 99 });
  // What came into being since doesn't stand for what was sent.
  await service.list('00000000000000a3', { version: 101 });
  expect(await directory()).toEqual({ expected: 100, complete: false });
  // What was sent and has changed since does.
  await service.list('00000000000000a2', { version: 102, deleted: true });
  await eventually(async () => expect(await directory()).toEqual({ expected: null, complete: true }));
});

it('is told anew when it is rebuilt: what is not told is no more, and no old state counts meanwhile or later', async () => {
  expect((await service.request('POST', '/admin/v1/directory/rebuild')).status).toBe(204);
  expect(await directory()).toEqual({ expected: null, complete: false });
  const stale = { version: 101, name: 'Stale' };
  await service.list('00000000000000a1', { version: 99, name: 'Stale' });
  await service.list('00000000000000a2', stale);
  await service.list('00000000000000a1', { version: 200 });
  await service.sentLists('mailer', 200, '00000000000000a1');
  await eventually(async () => expect(await directory()).toEqual({ expected: null, complete: true }));
  await service.list('00000000000000a2', stale);
  await service.list('00000000000000a3', stale);
  await service.list('00000000000000a4', { version: 201 });
  expect(await lists()).toEqual([
    { id: '00000000000000a1', version: 200, deleted: false },
    { id: '00000000000000a2', version: 200, deleted: true },
    { id: '00000000000000a3', version: 200, deleted: true },
    { id: '00000000000000a4', version: 201, deleted: false },
  ]);
});
