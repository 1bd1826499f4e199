/** Does harm in bursts until the play is over, each burst followed by a recovery: every disk has room again, every way is open, and every server and every door that doesn't run is started. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Play } from '../client.ts';
import type { Violation } from '../history.ts';
import { stand } from '../stage.ts';
import type { Harm } from './harm.ts';
import { harms } from './harms.ts';

/** A server that was frozen, or has a journal to read, takes its time. */
const TRIES = 3;

export interface Direction {
  /** Harm is done whose "what: whom" it matches. */
  only: RegExp;
  /** Ends the play after so many. */
  most: number;
}

export async function direct(
  play: Play,
  report: (line: string) => void,
  { only, most }: Direction,
): Promise<Violation[]> {
  const violations: Violation[] = [];
  while (!play.over.aborted && play.history.harms.length < most) {
    const burst = play.random.pick([1, 2, 3, 4, 6]);
    await Promise.all(Array.from({ length: burst }, () => harmOne(play, report, only)));
    await pause(play.random.between(0, 2_000));
    violations.push(...(await recover(play)));
    await pause(play.random.between(0, 3_000));
  }
  return violations;
}

async function recover({ stage, history }: Play): Promise<Violation[]> {
  stage.disks.heal();
  stage.network.heal();
  for (let tries = 1; ; tries++) {
    try {
      await stand(stage);
      history.note('recovery', 'all', 'everything runs again');
      return [];
    } catch (error) {
      history.note('recovery', 'all', `failed: ${(error as Error).message}`);
      if (tries === TRIES)
        return [{ promise: 'everything starts again', about: 'recovery', found: (error as Error).message }];
    }
  }
}

async function harmOne(whole: Play, report: (line: string) => void, only: RegExp): Promise<void> {
  // Bursts overlap; what one harm draws must not depend on how long another takes.
  const play = { ...whole, random: whole.random.fork() };
  const choice = choose(play, only);
  await pause(play.random.between(0, 1_500));
  if (!choice) return;
  const [{ what, do: harm }, whom] = choice;
  play.history.note('harm', whom, what);
  report(`${String(play.history.harms.length).padStart(5)}  ${what}: ${whom}`);
  try {
    await harm(whom, play);
  } catch (error) {
    play.history.note('harm failed', whom, `${what}: ${(error as Error).message.split('\n')[0]}`);
  }
}

/** Drawn again until it is one of those that are meant. */
function choose(play: Play, only: RegExp): [Harm, string] | undefined {
  for (let tries = 0; tries < 1_000; tries++) {
    const harm = draw(play);
    const whom = harm.whom(play);
    if (whom !== undefined && only.test(`${harm.what}: ${whom}`)) return [harm, whom];
  }
  return undefined;
}

function draw({ random }: Play): Harm {
  let left = random.next() * harms.reduce((sum, { weight }) => sum + weight, 0);
  for (const harm of harms) {
    left -= harm.weight;
    if (left < 0) return harm;
  }
  return harms[0]!;
}
