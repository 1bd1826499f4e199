import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from '../connection/connection.js';
import { CommandFailure, ExitCode } from '../exit-code.js';
import type { Output } from '../output/output.js';
import type { ImportView } from './import-view.js';

/** Follows one import to its end. @throws {CommandFailure} `refused` when it failed */
export async function watchImport({ admin }: Connection, reference: string, output: Output): Promise<void> {
  const progress = output.progress('Importing');
  const ask = () => admin.optout.get<ImportView>(`/imports/${encodeURIComponent(reference)}`);
  let view = await ask();
  try {
    for (; view.status === 'running'; view = await ask()) {
      progress.update(
        view.stage === 'open' ? undefined : view.progress,
        view.stage === 'open' ? 'waiting for the file' : view.stage,
      );
      await pause(250);
    }
  } finally {
    progress.end();
  }
  output.line(`${view.status}  ${view.message ?? ''}`.trimEnd());
  output.result(view);
  if (view.status === 'failed') throw new CommandFailure(ExitCode.refused, 'The import failed.');
}
