import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connect } from 'amqplib';
import { DataSource } from 'typeorm';
import { directoryRequested } from '#contracts';
import { Outbox } from '#messaging';
import { eventually } from '#testing';
import { type OptoutService, optoutService } from '../testing/optout-service.js';

let service: OptoutService;
beforeAll(async () => {
  service = await optoutService({ worker: true });
}, 60_000);
afterAll(() => service.close());

it('who asks for the directory is sent every list and user again, deleted ones too, and told which', async () => {
  await service.admin('PUT', '/state', {
    lists: [
      { name: 'Kept', channel: 'email', storage: 'md5' },
      { name: 'Gone', channel: 'sms', storage: 'plain' },
    ],
    users: [{ name: 'someone', tokens: [{ name: 't' }], lists: ['Kept'] }],
  });
  await service.admin('PUT', '/state?prune=true', { lists: [{ name: 'Kept', channel: 'email', storage: 'md5' }] });

  const connection = await connect(service.broker.url);
  const channel = await connection.createChannel();
  const { queue } = await channel.assertQueue('replica', { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  const events: { type: string; data: Record<string, unknown> }[] = [];
  for (const key of ['optout-list-changed', 'access-changed', 'directory-complete'])
    await channel.bindQueue(queue, 'heed.events', key);
  await channel.consume(queue, (message) => message && events.push(JSON.parse(message.content.toString())), {
    noAck: true,
  });

  const outbox = service.app.get(Outbox, { strict: false });
  await service.app
    .get(DataSource)
    .transaction((tx) => outbox.add(tx, directoryRequested, { subject: 'collect', data: { requestedBy: 'collect' } }));
  await eventually(() => events.some(({ type }) => type === 'directory-complete'));
  const of = (type: string) => events.filter((event) => event.type === type).map(({ data }) => data);
  await eventually(() => of('optout-list-changed').length >= 2 && of('access-changed').length >= 1);
  const ids = (type: string, id: string) => [...new Set(of(type).map((data) => data[id]))].sort();
  expect(of('directory-complete')).toEqual([
    {
      requestedBy: 'collect',
      listCount: 2,
      userCount: 1,
      optoutListIds: ids('optout-list-changed', 'optoutListId'),
      userIds: ids('access-changed', 'userId'),
    },
  ]);
  expect(of('optout-list-changed')).toContainEqual(expect.objectContaining({ name: 'Gone', deleted: true }));
  expect(of('optout-list-changed')).toContainEqual(expect.objectContaining({ name: 'Kept', deleted: false }));
  await connection.close();
});
