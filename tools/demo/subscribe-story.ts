/** A contact subscribes, and somebody else's program hears of it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { repository } from '../system/build.ts';
import { call } from './client.ts';
import type { Profile } from './profile.ts';
import type { Credentials } from './provision.ts';
import { done, quote, say } from './terminal.ts';

interface Contact {
  email: string;
  emailMd5: string;
}

export async function subscribeStory({ baseUrl, amqpUrl, state }: Profile, { apiKey }: Credentials): Promise<Contact> {
  const brand = state!.accounts[0]!.brands[0]!;
  const consumer = await startConsumer(amqpUrl);
  try {
    const email = `Ada.${Date.now().toString(36)}@example.org`;
    const heard = eventAbout(consumer, email);
    const contact = await call<Contact>('POST', `${baseUrl}/deploy/v1/contacts`, apiKey, {
      email,
      brandIds: [brand.id],
      attributes: { firstName: 'Ada', score: 42 },
    });
    done(`created ${contact.email}, subscribed to ${brand.name}`);
    const event = await heard;
    say('    examples/brand-subscribe-consumer.mjs, a process of its own, received over AMQP:');
    quote(JSON.stringify(event, null, 2).split('\n'));
    return contact;
  } finally {
    consumer.kill('SIGTERM');
  }
}

async function startConsumer(amqpUrl: string): Promise<ChildProcess> {
  const consumer = spawn(
    process.execPath,
    [join(repository, 'examples', 'brand-subscribe-consumer.mjs'), 'demo.brand-subscribe'],
    {
      env: { ...process.env, HEED_AMQP_URL: amqpUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  for await (const line of createInterface({ input: consumer.stderr! })) {
    if (line.startsWith('Listening')) return consumer;
    throw new Error(`The consumer failed: ${line}`);
  }
  await once(consumer, 'exit');
  throw new Error('The consumer ended before it listened.');
}

/** The queue is durable: it may bring events of earlier runs first. */
async function eventAbout(consumer: ChildProcess, email: string): Promise<object> {
  const late = setTimeout(() => consumer.kill('SIGTERM'), 30_000);
  try {
    for await (const line of createInterface({ input: consumer.stdout! })) {
      const event = JSON.parse(line) as { data: { email: string } };
      if (event.data.email === email) return event;
    }
  } finally {
    clearTimeout(late);
  }
  throw new Error('The brand-subscribe event did not arrive within 30 s.');
}
