/** What the crowd asks for, and how it is found out whether what was accepted is there. */
import { createHash } from 'node:crypto';
import { ask, download, insist, type Play } from '../client.ts';
import type { Order } from './crowd.ts';

export interface Overload {
  title: string;
  order: Order;
  /** The answer to what was done. */
  done: number;
  /** Delay of each packet to and from the database, in milliseconds: it makes the capacity small enough that a machine can send ten times as much. */
  slowMs: number;
  /** Those of the accepted ones that are not there. */
  lost?: (accepted: number[]) => Promise<number[]>;
}

const SAMPLES = 400;
const md5 = (text: string) => createHash('md5').update(text).digest('hex');

export function overloads(play: Play): Overload[] {
  const { stage } = play;
  const { system } = stage;
  const collected = (n: number) => `o${n}@faults.example`;
  const created = (n: number) => `p${n}@faults.example`;
  const contact = (n: number) => `${system.baseUrl}/deploy/v1/contacts/${md5(created(n))}`;
  return [
    {
      title: 'collect',
      order: {
        method: 'POST',
        url: `${system.collectUrl}/client-optout/collect`,
        token: stage.token,
        body: (n) => ({ optoutListId: stage.listIds.Collected, email: collected(n) }),
      },
      done: 202,
      slowMs: 600,
      lost: async (accepted) => {
        const listed = new Set(await download(play, 'Collected', ['plain'], 60_000));
        return accepted.filter((n) => !listed.has(collected(n)));
      },
    },
    {
      title: 'create contact',
      order: {
        method: 'POST',
        url: `${system.baseUrl}/deploy/v1/contacts`,
        token: stage.apiKey,
        body: (n) => ({ email: created(n), brandIds: [stage.brandIds[0]] }),
      },
      done: 201,
      slowMs: 40,
      lost: async (accepted) => {
        const lost: number[] = [];
        for (let sample = 0; sample < Math.min(SAMPLES, accepted.length); sample++) {
          const n = play.random.pick(accepted);
          const read = () => ask('GET', contact(n), { token: stage.apiKey });
          const found = await insist(read, ({ status }) => status === 200 || status === 404);
          if (found?.status !== 200) lost.push(n);
        }
        return lost;
      },
    },
    { title: 'get contact', order: { method: 'GET', url: contact(0), token: stage.apiKey }, done: 200, slowMs: 300 },
    {
      title: 'prepare upload',
      order: {
        method: 'POST',
        url: `${system.baseUrl}/optout-list/prepare-upload`,
        token: stage.token,
        body: () => ({ optoutListId: stage.listIds.Imported, fileContentLength: 1_000 }),
      },
      done: 200,
      slowMs: 40,
    },
  ];
}
