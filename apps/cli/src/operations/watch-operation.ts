import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from '../connection/connection.js';
import { CommandFailure, ExitCode } from '../exit-code.js';
import type { Output } from '../output/output.js';
import { countsOf, type OperationView, shareOf } from './operation-view.js';

/** Follows one operation to its end. @throws {CommandFailure} `refused` when it didn't succeed */
export async function watchOperation({ admin }: Connection, id: string, output: Output): Promise<void> {
  const ask = () => admin.deploy.get<OperationView>(`/operations/${encodeURIComponent(id)}`);
  let view = await ask();
  const progress = output.progress(view.kind);
  try {
    for (; view.status === 'running'; view = await ask()) {
      progress.update(shareOf(view), countsOf(view));
      await pause(250);
    }
  } finally {
    progress.end();
  }
  output.line([view.status, countsOf(view), view.message].filter(Boolean).join('  '));
  if ((view.counts.refused ?? 0) > 0) output.line(`Why rows were refused: heed operations errors ${id}`);
  output.result(view);
  if (view.status !== 'succeeded') throw new CommandFailure(ExitCode.refused, `The operation ended as ${view.status}.`);
}
