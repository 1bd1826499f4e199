import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '#testing';
import { type MailerService, mailerService } from '../testing/mailer-service.js';

let service: MailerService;
beforeAll(async () => {
  service = await mailerService();
});
afterAll(() => service.close());

const directory = async () => (await service.database.query(`SELECT expected_lists::int, complete FROM directory`))[0];

it('is whole when all lists are here that were sent, not when the sending ended', async () => {
  await service.sentLists('collect');
  // The end of the sending overtakes what was sent.
  await service.sentLists('mailer', '00000000000000a1', '00000000000000a2');
  await eventually(async () => expect(await directory()).toEqual({ expected_lists: 2, complete: false }));
  await service.list('00000000000000a1');
  expect(await directory()).toEqual({ expected_lists: 2, complete: false });
  // What came into being since doesn't stand for what was sent.
  await service.list('00000000000000a3');
  expect(await directory()).toEqual({ expected_lists: 2, complete: false });
  await service.list('00000000000000a2', { deleted: true });
  await eventually(async () => expect(await directory()).toEqual({ expected_lists: 2, complete: true }));
});

it('is told anew when it is rebuilt: what is not told is no more, though it was known in a newer version', async () => {
  const lists = () => service.database.query('SELECT id, version::int, deleted FROM optout_list ORDER BY id');
  expect((await service.request('POST', '/admin/v1/directory/rebuild')).status).toBe(204);
  expect(await directory()).toEqual({ expected_lists: null, complete: false });
  await service.list('00000000000000a1', { version: 1 });
  await service.sentLists('mailer', '00000000000000a1');
  await eventually(async () => expect(await directory()).toEqual({ expected_lists: 1, complete: true }));
  expect(await lists()).toEqual([
    { id: '00000000000000a1', version: 1, deleted: false },
    { id: '00000000000000a2', version: 0, deleted: true },
    { id: '00000000000000a3', version: 0, deleted: true },
  ]);
});
