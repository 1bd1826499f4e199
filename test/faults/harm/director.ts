/** Does harm in bursts until the play is over, each burst followed by a recovery: every server and every door that doesn't run is started. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Play } from '../client.ts';
import type { Violation } from '../history.ts';
import { stand } from '../stage.ts';
import { type Harm, harms } from './harms.ts';

export async function direct(play: Play, report: (line: string) => void): Promise<Violation[]> {
  const violations: Violation[] = [];
  while (!play.over.aborted) {
    const burst = play.random.pick([1, 1, 1, 2, 3]);
    await Promise.all(Array.from({ length: burst }, () => harmOne(play, report)));
    await pause(play.random.between(0, 2_000));
    try {
      await stand();
    } catch (error) {
      violations.push({ promise: 'everything starts again', about: 'recovery', found: (error as Error).message });
    }
    play.history.note('recovery', 'all', 'everything runs again');
    await pause(play.random.between(0, 3_000));
  }
  return violations;
}

async function harmOne(play: Play, report: (line: string) => void): Promise<void> {
  const harm = choose(play);
  const whom = harm.whom(play);
  await pause(play.random.between(0, 1_500));
  play.history.note('harm', whom, harm.what);
  report(`${String(play.history.harms.length).padStart(5)}  ${harm.what}: ${whom}`);
  try {
    await harm.do(whom, play);
  } catch (error) {
    play.history.note('harm', whom, `${harm.what} failed: ${(error as Error).message.split('\n')[0]}`);
  }
}

function choose({ random }: Play): Harm {
  let left = random.next() * harms.reduce((sum, { weight }) => sum + weight, 0);
  for (const harm of harms) {
    left -= harm.weight;
    if (left < 0) return harm;
  }
  return harms[0]!;
}
