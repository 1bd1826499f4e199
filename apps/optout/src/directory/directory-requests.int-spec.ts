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
  const of = (type: string) => events.filter((event) => event.type === type).map(({ data }) => data);
  const ask = (known: number) =>
    service.app.get(DataSource).transaction((tx) =>
      outbox.add(tx, directoryRequested, {
        subject: 'collect',
        data: { requestedBy: 'collect', version: known },
      }),
    );
  const newest = async () => {
    const { lists, users } = (await service.admin('GET', '/directory')).body;
    return Math.max(...Object.values<number>(lists), ...Object.values<number>(users));
  };

  // Somebody knows of versions of the future: the database was restored, and its clock is slow.
  for (const known of [0, 9e15]) {
    events.length = 0;
    const before = await newest();
    await ask(known);
    await eventually(() => expect(of('directory-complete')).toHaveLength(1));
    const [{ version, ...whole }] = of('directory-complete') as [{ version: number }];
    expect(version).toBeGreaterThan(Math.max(known, before));
    const sent = (type: string) => of(type).filter((state) => state.version === version);
    await eventually(() => expect([sent('optout-list-changed').length, sent('access-changed').length]).toEqual([2, 1]));
    expect(whole).toEqual({
      requestedBy: 'collect',
      optoutListIds: sent('optout-list-changed').map(({ optoutListId }) => optoutListId),
      userIds: sent('access-changed').map(({ userId }) => userId),
    });
    expect(sent('optout-list-changed')).toContainEqual(expect.objectContaining({ name: 'Gone', deleted: true }));
    expect(sent('optout-list-changed')).toContainEqual(expect.objectContaining({ name: 'Kept', deleted: false }));
  }

  // What changes then is newer still.
  events.length = 0;
  const sent = await newest();
  await service.admin('PUT', '/state', { lists: [{ name: 'Kept', channel: 'email', storage: 'md5', enabled: false }] });
  await eventually(() => expect(of('optout-list-changed')).toHaveLength(1));
  expect(of('optout-list-changed')[0]?.version).toBeGreaterThan(sent);
  await connection.close();
});
