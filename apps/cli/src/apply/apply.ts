/**
 * Makes the installation be what a state file says. In this order, and each step only when the one before found nothing wrong: the form of the whole file, its references,
 * a dry run with all services, the writing, and the wait until collect and mailer know it. What was made is told before the wait, and also when a service fails in the middle: secrets can't be told again.
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
import { nothingWritten, type Written, writeState } from './write-state.js';

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

  const write = (dryRun: boolean, written: Written) =>
    writeState(connection, options.file, file, existing, { dryRun, prune: options.prune }, written);
  const tell = ({ changes, state }: Written) => {
    const tree = appliedTree(state, [...(state.optout.lists ?? []), ...existing], connection.collectUrl);
    reportChanges(output, changes, options.dryRun);
    output.result({ dryRun: options.dryRun, changes, state: tree });
    if (!options.dryRun) keep(tree, options.out, output);
  };

  const plan = nothingWritten();
  await write(true, plan);
  if (options.dryRun) return tell(plan);
  const written = nothingWritten();
  try {
    await write(false, written);
  } finally {
    tell(written);
  }
  const { lists, users, globalList } = file.state;
  if (lists || users || globalList) await waitUntilKnown(connection, options.wait, output);
}

/** Puts new secrets where their owner has them: the file, or the terminal where there is none or it can't be written. */
function keep(tree: object, out: string | undefined, output: Output): void {
  if (out === undefined) {
    showSecrets(output, tree);
    return;
  }
  try {
    writeOutFile(out, tree);
  } catch (error) {
    showSecrets(output, tree);
    throw error;
  }
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
