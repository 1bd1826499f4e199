/**
 * Makes the installation be what a state file says. In this order, and each step only when the one before found nothing wrong: the form of the whole file, its references,
 * a dry run with all services, the writing, and the wait until collect and mailer know it.
 */
import { readFileSync } from 'node:fs';
import type { Connection } from '../connection/connection.js';
import { CommandFailure, ExitCode } from '../exit-code.js';
import type { Output } from '../output/output.js';
import { type FileProblem, problemText } from '../state-file/file-problem.js';
import { checkReferences } from '../state-file/references.js';
import { type ReadStateFile, readStateFile } from '../state-file/state-file.reader.js';
import { appliedTree } from './applied-tree.js';
import { checkOutFile, writeOutFile } from './out-file.js';
import { reportChanges } from './report.js';
import { secretsIn } from './secrets.js';
import type { MailerState, OptoutState } from './service-state.js';
import { waitUntilKnown } from './wait-until-known.js';
import { writeState } from './write-state.js';

export interface ApplyOptions {
  file: string;
  dryRun: boolean;
  prune: boolean;
  out?: string;
  /** Seconds to wait for collect and mailer. */
  wait: number;
}

/** @param connect asked for only when the file itself is right */
export async function apply(connect: () => Connection, options: ApplyOptions, output: Output): Promise<void> {
  const file = readStateFile(sourceOf(options.file));
  refuse(options.file, file.problems);
  const connection = connect();
  const existing = (await connection.admin.optout.get<OptoutState>('/state')).lists ?? [];
  refuse(options.file, checkReferences(file, { lists: existing, campaigns: await campaignsOf(connection, file) }));
  if (options.out !== undefined && !options.dryRun) checkOutFile(options.out);

  const write = (dryRun: boolean) =>
    writeState(connection, options.file, file, existing, { dryRun, prune: options.prune });
  const plan = await write(true);
  const { changes, state } = options.dryRun ? plan : await write(false);
  const tree = appliedTree(state, [...(state.optout.lists ?? []), ...existing], connection.collectUrl);
  if (options.out !== undefined && !options.dryRun) writeOutFile(options.out, tree);
  reportChanges(output, changes, options.dryRun);
  if (!options.dryRun) {
    if (options.out === undefined) showSecrets(output, tree);
    await waitUntilKnown(connection, state.optout, options.wait, output);
  }
  output.result({ dryRun: options.dryRun, changes, state: tree });
}

function sourceOf(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8');
  } catch {
    throw new CommandFailure(ExitCode.usage, `${path} can't be read.`);
  }
}

function refuse(file: string, problems: FileProblem[]): void {
  if (problems.length === 0) return;
  const lines = problems.map((problem) => problemText(file, problem));
  throw new CommandFailure(ExitCode.refused, 'Nothing was changed; the file has problems:', lines);
}

/** Campaigns that access keys may refer to besides those of the file; asked for only where there are access keys. */
async function campaignsOf(connection: Connection, { state }: ReadStateFile) {
  if (!state.mailers?.some(({ access }) => access?.length)) return [];
  return (await connection.admin.mailer.get<MailerState>('/state')).campaigns ?? [];
}

function showSecrets(output: Output, tree: object): void {
  const secrets = secretsIn(tree);
  if (secrets.length === 0) return;
  output.line('\nMade just now and never shown again:');
  for (const { path, value } of secrets) output.line(`  ${path}  ${value}`);
}
