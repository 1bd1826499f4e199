/** Waits until the system has nothing left to do, and says what would not come to rest. */
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { manage } from '../../tools/servers/index.ts';
import type { Violation } from './history.ts';
import type { Stage } from './stage.ts';

interface Queue {
  name: string;
  messages?: number;
}

/** Outboxes and queues are empty, nothing is under way, and no transaction is open. Dead letters are told as violations, with why they are dead. */
export async function rest(stage: Stage, patienceMs: number): Promise<Violation[]> {
  const deadline = performance.now() + patienceMs;
  let left: string[];
  do {
    await pause(500);
    left = [...(await waiting(stage)), ...(await unfinished(stage))];
  } while (left.length > 0 && performance.now() < deadline);
  const restless = left.map((about) => ({
    promise: `the system comes to rest within ${patienceMs / 60_000} minutes`,
    about,
    found: 'not done',
  }));
  const dead = (await queues(stage)).filter(({ name, messages }) => name.endsWith('.dead') && messages);
  return [...restless, ...(await Promise.all(dead.map((queue) => deadLetters(stage, queue))))];
}

async function deadLetters({ rabbitmq }: Stage, { name, messages }: Queue): Promise<Violation> {
  const body = { count: 3, ackmode: 'ack_requeue_true', encoding: 'auto' };
  const letters = (await manage(rabbitmq, 'POST', `queues/%2F/${name}/get`, body)) as {
    properties: { headers: object };
    payload: string;
  }[];
  const texts = letters.map(({ properties, payload }) => `${JSON.stringify(properties.headers)} ${payload}`);
  return {
    promise: 'no event is given up',
    about: name,
    found: `${messages} dead letters, such as ${texts.join('; ')}`,
  };
}

async function waiting(stage: Stage): Promise<string[]> {
  return (await queues(stage))
    .filter(({ name, messages }) => !name.endsWith('.dead') && messages !== 0)
    .map(({ name, messages }) => `${name}: ${messages ?? 'unknown'} messages`);
}

async function queues({ rabbitmq }: Stage): Promise<Queue[]> {
  return (await manage(rabbitmq, 'GET', 'queues?columns=name,messages')) as Queue[];
}

const OUTBOX = `SELECT 'outbox: ' || count(*) || ' events' FROM outbox HAVING count(*) > 0`;
const SESSIONS = `SELECT 'transaction open since ' || xact_start || ': ' || left(query, 80) FROM pg_stat_activity
                   WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start < now() - interval '10 seconds'`;
const RUNNING: Record<string, string[]> = {
  deploy: [
    `SELECT 'operation ' || id FROM operation WHERE status = 'running'`,
    `SELECT count(*) || ' webhook deliveries, such as of ' || min(event_id::text) FROM webhook_delivery WHERE status = 'pending' HAVING count(*) > 0`,
  ],
  optout: [
    `SELECT 'import ' || id FROM import WHERE status = 'running' AND (stage <> 'open' OR noticed_at IS NOT NULL)`,
    `SELECT 'download ' || id FROM download WHERE status = 'preparing'`,
  ],
  collect: [],
  mailer: [`SELECT 'preparation ' || id FROM preparation WHERE status = 'preparing'`],
};

async function unfinished({ databaseUrls }: Stage): Promise<string[]> {
  const found: string[] = [];
  for (const [service, url] of Object.entries(databaseUrls)) {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      for (const text of [OUTBOX, SESSIONS, ...(RUNNING[service] ?? [])])
        found.push(...(await client.query({ text, rowMode: 'array' })).rows.map(([what]) => `${service}: ${what}`));
    } finally {
      await client.end();
    }
  }
  return found;
}
