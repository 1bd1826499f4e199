import { Refusal } from '../connection/admin.errors.js';
import type { Connection, Service } from '../connection/connection.js';
import { CommandFailure, ExitCode } from '../exit-code.js';
import { problemText } from '../state-file/file-problem.js';
import { sectionsOf } from '../state-file/sections.js';
import type { ReadStateFile } from '../state-file/state-file.reader.js';
import type { ListEntry } from '../state-file/state-file.shape.js';
import type { Change, InstallationState, OptoutState, StateAnswer } from './service-state.js';

export interface WriteOptions {
  dryRun: boolean;
  prune: boolean;
}

export interface Written {
  changes: Change[];
  state: InstallationState;
}

export const nothingWritten = (): Written => ({
  changes: [],
  state: { deploy: {}, optout: {}, mailer: {}, collect: {} },
});

/**
 * Puts each section of a state file to its service, opt-out lists before those who refer to them. With `dryRun` nothing is changed anywhere, and the refusals of all services are reported together.
 *
 * @param existing the lists that the installation had before
 * @param written gets what each service answers, also when a later one fails
 * @throws {CommandFailure} with the refusals, told by the lines of the file
 */
export async function writeState(
  connection: Connection,
  fileName: string,
  file: ReadStateFile,
  existing: ListEntry[],
  options: WriteOptions,
  written: Written,
): Promise<void> {
  const refusals: Refusal[] = [];

  const put = async (service: Service, section: object | undefined) => {
    if (section === undefined) return;
    try {
      const path = `/state?dryRun=${options.dryRun}&prune=${options.prune}`;
      const answer = await connection.admin[service].put<StateAnswer<object>>(path, section);
      written.changes.push(...answer.changes);
      written.state[service] = answer.state;
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 400 || !options.dryRun) throw error;
      refusals.push(error);
    }
  };

  const { deploy, optout } = sectionsOf(file.state, existing);
  await put('deploy', deploy);
  await put('optout', optout);
  const { mailer, collect } = sectionsOf(file.state, existing, (written.state.optout as OptoutState).lists);
  await put('mailer', mailer);
  await put('collect', collect);
  if (refusals.length > 0) throw refusedFile(fileName, file, refusals);
}

function refusedFile(fileName: string, file: ReadStateFile, refusals: Refusal[]): CommandFailure {
  const lines = refusals.flatMap(({ problem, lines, message }) => {
    if (lines.length === 0) return [message];
    return (problem.errors ?? []).map(({ pointer, detail }) =>
      problemText(fileName, file.problemAt(pathOf(pointer ?? ''), detail)),
    );
  });
  return new CommandFailure(ExitCode.refused, 'Nothing was changed; the services refuse:', lines);
}

/** A JSON Pointer into a section as a path in the file, where lists are referred to by `list`. */
function pathOf(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step === 'optoutListId' ? 'list' : step));
}
