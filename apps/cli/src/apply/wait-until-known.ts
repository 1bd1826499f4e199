import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from '../connection/connection.js';
import { CommandFailure, ExitCode } from '../exit-code.js';
import type { Output } from '../output/output.js';
import type { Directory } from './service-state.js';

/**
 * Collect and mailer answer from directories of their own, which events fill. Waits until both know what the opt-out service knows now: what was written, and what was deleted or changed by it.
 *
 * @throws {CommandFailure} `notYetKnown` after `seconds`
 */
export async function waitUntilKnown({ admin }: Connection, seconds: number, output: Output): Promise<void> {
  const wanted = await admin.optout.get<Directory>('/directory');
  const total = 2 * Object.keys(wanted.lists).length + Object.keys(wanted.users ?? {}).length;
  const progress = output.progress('Waiting for collect and mailer');
  const deadline = Date.now() + seconds * 1_000;
  try {
    for (;;) {
      const known = await Promise.all(
        [admin.collect, admin.mailer].map((client) => client.get<Directory>('/directory')),
      );
      const missing = known.reduce((count, directory) => count + missingIn(directory, wanted), 0);
      if (missing === 0) return;
      if (Date.now() > deadline) throw notYetKnown(seconds);
      progress.update((total - missing) / total);
      await pause(200);
    }
  } finally {
    progress.end();
  }
}

function missingIn({ lists, users }: Directory, wanted: Directory): number {
  const lacks = (known: Record<string, number>, things: Record<string, number> = {}) =>
    Object.entries(things).filter(([id, version]) => !(Number(known[id]) >= version)).length;
  return lacks(lists, wanted.lists) + (users ? lacks(users, wanted.users) : 0);
}

const notYetKnown = (seconds: number) =>
  new CommandFailure(
    ExitCode.notYetKnown,
    `Everything is written, but collect and mailer don't know it after ${seconds} s.`,
    [
      'Their workers, or the broker, may be down: see "heed status". They learn it once those run; nothing needs to be applied again.',
    ],
  );
