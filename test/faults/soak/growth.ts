import type { Sample } from './sampler.ts';

/** Of the samples the first part is warming up, the rest is judged: its second half beside its first. */
const WARM_UP = 0.2;
const MORE_MEMORY = 60;
const MORE_HANDLES = 20;
const MOST_WAITING = 5_000;
const MOST_AGE_SECONDS = 30;

/** What ought to be flat and wasn't: memory, handles, queues, the age of the outbox. Compared are the lowest values, which show what doesn't go away. */
export function grown(samples: Sample[]): string[] {
  const warm = samples.slice(Math.floor(samples.length * WARM_UP));
  const [early, late] = [warm.slice(0, Math.floor(warm.length / 2)), warm.slice(Math.floor(warm.length / 2))];
  if (early.length === 0) return ['there are too few samples to tell'];
  const least = (some: Sample[], value: (sample: Sample) => number) => Math.min(...some.map(value));
  const rises = (what: string, value: (sample: Sample) => number, most: number) => {
    const [then, now] = [least(early, value), least(late, value)];
    return now - then > most ? [`${what} rose from ${then} to ${now}`] : [];
  };
  const names = Object.keys(samples[0]!.memory);
  return [
    ...names.flatMap((name) => rises(`memory of ${name}, MiB`, ({ memory }) => memory[name]!, MORE_MEMORY)),
    ...names.flatMap((name) => rises(`file descriptors of ${name}`, ({ handles }) => handles[name]!, MORE_HANDLES)),
    ...rises('messages in queues', ({ queued }) => queued, MOST_WAITING),
    ...rises('age of the outbox, s', ({ outboxAge }) => outboxAge, MOST_AGE_SECONDS),
  ];
}
