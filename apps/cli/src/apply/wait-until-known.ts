import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from '../connection/connection.js';
import { CommandFailure, ExitCode } from '../exit-code.js';
import type { Output } from '../output/output.js';
import type { Directory, OptoutState } from './service-state.js';

/**
 * Collect and mailer answer from directories of their own, which events fill. Waits until both have the lists and users that were just written, in the version that was written or a later one.
 *
 * @throws {CommandFailure} `notYetKnown` after `seconds`
 */
export async function waitUntilKnown(connection: Connection, optout: OptoutState, seconds: number, output: Output) {
  const total = 2 * ((optout.lists?.length ?? 0) + (optout.users?.length ?? 0));
  if (total === 0) return;
  const progress = output.progress('Waiting for collect and mailer');
  const deadline = Date.now() + seconds * 1_000;
  try {
    for (;;) {
      const directories = await Promise.all(
        [connection.admin.collect, connection.admin.mailer].map((client) => client.get<Directory>('/directory')),
      );
      const missing = directories.reduce((count, directory) => count + missingIn(directory, optout), 0);
      if (missing === 0) return;
      if (Date.now() > deadline) throw notYetKnown(seconds);
      progress.update((total - missing) / total);
      await pause(200);
    }
  } finally {
    progress.end();
  }
}

function missingIn({ lists, users }: Directory, optout: OptoutState): number {
  const lacks = (known: Record<string, number> | undefined, things: { id: string; version?: number }[] = []) =>
    known === undefined ? 0 : things.filter(({ id, version = 0 }) => !(Number(known[id]) >= version)).length;
  return lacks(lists, optout.lists) + lacks(users, optout.users);
}

const notYetKnown = (seconds: number) =>
  new CommandFailure(
    ExitCode.notYetKnown,
    `Everything is written, but collect and mailer don't know it after ${seconds} s.`,
    [
      'Their workers, or the broker, may be down: see "heed status". They learn it once those run; nothing needs to be applied again.',
    ],
  );
