/** Waits until the system has nothing left to do, and says what would not come to rest. */
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { manage } from '../../tools/servers/index.ts';
import type { Violation } from './history.ts';
import type { Stage } from './stage.ts';

const PATIENCE_MS = 180_000;

interface Queue {
  name: string;
  messages?: number;
}

/** Outboxes and queues are empty, and nothing is running; dead letters are told as violations. */
export async function rest(stage: Stage): Promise<Violation[]> {
  const deadline = performance.now() + PATIENCE_MS;
  let left: string[];
  do {
    await pause(500);
    left = [...(await waiting(stage)), ...(await unfinished(stage))];
  } while (left.length > 0 && performance.now() < deadline);
  const restless = left.map((about) => ({
    promise: 'the system comes to rest within three minutes',
    about,
    found: 'not done',
  }));
  const dead = (await queues(stage)).filter(({ name, messages }) => name.endsWith('.dead') && messages);
  return [
    ...restless,
    ...dead.map(({ name, messages }) => ({
      promise: 'no event is given up',
      about: name,
      found: `${messages} dead letters`,
    })),
  ];
}

async function waiting(stage: Stage): Promise<string[]> {
  return (await queues(stage))
    .filter(({ name, messages }) => !name.endsWith('.dead') && messages !== 0)
    .map(({ name, messages }) => `${name}: ${messages ?? 'unknown'} messages`);
}

async function queues({ rabbitmq }: Stage): Promise<Queue[]> {
  return (await manage(rabbitmq, 'GET', 'queues?columns=name,messages')) as Queue[];
}

const RUNNING: Record<string, string[]> = {
  deploy: [],
  optout: [`SELECT 'import ' || id FROM import WHERE status = 'running'`],
  collect: [],
  mailer: [],
};

async function unfinished({ databaseUrls }: Stage): Promise<string[]> {
  const found: string[] = [];
  for (const [service, url] of Object.entries(databaseUrls)) {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      const { rows } = await client.query('SELECT count(*)::int AS n FROM outbox');
      if (rows[0].n > 0) found.push(`outbox of ${service}: ${rows[0].n} events`);
      for (const query of RUNNING[service] ?? [])
        found.push(...(await client.query({ text: query, rowMode: 'array' })).rows.map(([what]) => String(what)));
    } finally {
      await client.end();
    }
  }
  return found;
}
