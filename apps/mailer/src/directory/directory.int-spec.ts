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
  await service.sentLists('collect', 0);
  // The end of the sending overtakes what was sent.
  await service.sentLists('mailer', 2);
  await eventually(async () => expect(await directory()).toEqual({ expected_lists: 2, complete: false }));
  await service.list('00000000000000a1');
  expect(await directory()).toEqual({ expected_lists: 2, complete: false });
  await service.list('00000000000000a2', { deleted: true });
  await eventually(async () => expect(await directory()).toEqual({ expected_lists: 2, complete: true }));
});
