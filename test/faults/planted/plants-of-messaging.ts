import type { Plant } from './plant.ts';

/** Mistakes between a database and the broker, and back. */
export const plantsOfMessaging: Plant[] = [
  {
    name: 'ack before commit',
    mistake: 'a consumer acknowledges its messages before their effect is committed',
    edits: [
      {
        file: 'libs/messaging/src/batch-consumer.ts',
        find: `        await this.settle(messages, reception);
        channel.ack(messages.at(-1)!, true);`,
        replace: `        channel.ack(messages.at(-1)!, true);
        await this.settle(messages, reception);`,
      },
    ],
    only: '^(kill -9|fast stop): (optout-worker-.|postgres)$',
    minutes: 0.7,
    broken: /acknowledged opt-out is in its list|suppression|deltas/,
  },
  {
    name: 'delete before confirm',
    mistake: 'the relay removes events from the outbox without waiting for the broker to confirm them',
    edits: [
      {
        file: 'libs/messaging/src/relay.ts',
        find: 'const outcomes = await publisher.publish(rows.map((row, i) => messageOf(row, spans[i]?.traceparent)));',
        replace: `const outcomes = rows.map((): Outcome => 'confirmed');
      void publisher.publish(rows.map((row, i) => messageOf(row, spans[i]?.traceparent)));`,
      },
    ],
    only: '^network carries nothing and then resets: collect-worker to rabbitmq$',
    minutes: 0.7,
    broken: /acknowledged opt-out is in its list|one event a new subscription|deltas/,
  },
  {
    name: 'inbox left out',
    mistake: 'a consumer takes a message that comes again for a new one',
    edits: [
      {
        file: 'libs/messaging/src/inbox.repository.ts',
        find: 'return new Set(rows.map((row) => row.event_id));',
        replace: 'return rows && new Set(eventIds.map((id) => id.toLowerCase()));',
      },
      {
        // The store knows events by their id as well: a second net, which has to go too.
        file: 'apps/optout/src/opt-outs/collected.repository.ts',
        find: `SELECT list_id, decode(hash, 'hex'), event_id, CASE`,
        replace: `SELECT list_id, decode(hash, 'hex'), gen_random_uuid(), CASE`,
      },
    ],
    only: '^kill -9 between confirm and delete: collect-worker$',
    minutes: 0.7,
    broken: /takes effect once/,
  },
  {
    name: 'outbox by position',
    mistake: 'the relay goes on after the highest position that it has seen: sequence order is not commit order',
    edits: [
      {
        file: 'libs/messaging/src/outbox.repository.ts',
        find: 'export async function takeFromOutbox(',
        replace: `let last = 0;
export async function takeFromOutbox(`,
      },
      {
        file: 'libs/messaging/src/outbox.repository.ts',
        find: 'WHERE not_before <= now()',
        replace: 'WHERE not_before <= now() AND position > $2',
      },
      { file: 'libs/messaging/src/outbox.repository.ts', find: '[limit],', replace: '[limit, last],' },
      {
        file: 'libs/messaging/src/outbox.repository.ts',
        find: 'return rows.sort((a, b)',
        replace: `for (const { position } of rows) last = Math.max(last, Number(position));
  return rows.sort((a, b)`,
      },
    ],
    only: '^slow network: deploy to postgres$',
    minutes: 0.5,
    broken: /comes to rest|one event a new subscription/,
  },
  {
    name: 'event outside the transaction',
    mistake: 'events are written beside the transaction of what they tell: what is rolled back is told all the same',
    edits: [
      {
        file: 'libs/messaging/src/outbox.ts',
        find: `    await insertIntoOutbox(
      tx,`,
        replace: `    await insertIntoOutbox(
      tx.connection.manager,`,
      },
    ],
    only: '(slow network|connections reset): deploy to postgres|^(kill -9|connections cut): deploy$',
    minutes: 1,
    broken: /none for what was refused or rolled back/,
  },
];
