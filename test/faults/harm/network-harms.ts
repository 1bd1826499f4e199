/** Harm to the ways between any two: see network/. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Play } from '../client.ts';
import type { Link, Mood } from '../network/link.ts';
import type { Harm } from './harm.ts';

const anyWay = ({ stage, random }: Play) => random.pick(stage.network.names);
const allToStorage = ({ stage }: Play) => stage.s3;

export const networkHarms: Harm[] = [
  {
    what: 'slow network',
    weight: 4,
    whom: anyWay,
    do: oneWay(({ random }) => ({ kind: 'slow', ms: random.between(20, 400) })),
  },
  { what: 'network carries nothing', weight: 3, whom: anyWay, do: oneWay(() => ({ kind: 'stalled' })) },
  {
    what: 'network carries nothing and then resets',
    weight: 3,
    whom: anyWay,
    do: async (way, play) => {
      const link = play.stage.network.named(way);
      link.set({ kind: 'stalled' });
      await pause(play.random.between(500, 4_000));
      // What was under way is lost.
      link.cut();
      link.heal();
    },
  },
  { what: 'connections refused', weight: 3, whom: anyWay, do: oneWay(() => ({ kind: 'refusing' })) },
  {
    what: 'connections reset',
    weight: 3,
    whom: anyWay,
    do: async (way, { stage }) => stage.network.named(way).cut(),
  },
  { what: 'refuses', weight: 2, whom: allToStorage, do: storage(() => ({ kind: 'refusing' })) },
  { what: 'answers 503 SlowDown', weight: 2, whom: allToStorage, do: storage(() => ({ kind: 'busy' })) },
  { what: 'stalls', weight: 2, whom: allToStorage, do: storage(() => ({ kind: 'stalled' })) },
  {
    what: 'resets in mid-body',
    weight: 4,
    whom: allToStorage,
    do: storage(({ random }) => ({ kind: 'torn', afterBytes: random.between(500, 200_000) })),
  },
];

function oneWay(mood: (play: Play) => Mood): Harm['do'] {
  return (way, play) => forAWhile([play.stage.network.named(way)], mood(play), play);
}

function storage(mood: (play: Play) => Mood): Harm['do'] {
  return (_, play) => forAWhile(play.stage.network.to('s3'), mood(play), play);
}

async function forAWhile(links: Link[], mood: Mood, { random }: Play): Promise<void> {
  for (const link of links) link.set(mood);
  await pause(random.between(500, 8_000));
  for (const link of links) link.heal();
}
