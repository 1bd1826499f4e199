import { type Command, InvalidArgumentError } from 'commander';
import type { OptoutState } from '../apply/service-state.js';
import type { CommandContext } from '../command-context.js';
import { CommandFailure, ExitCode } from '../exit-code.js';
import { findByReference } from '../state-file/references.js';
import type { ImportView, MalformedLine } from './import-view.js';
import { watchImport } from './watch-import.js';

export function addImportsCommand(program: Command, context: CommandContext): void {
  const imports = program.command('imports').description('files of opt-outs that were sent in');
  imports
    .command('list')
    .description('the newest imports')
    .option('--list <name>', 'only those of this opt-out list (its name or id)')
    .option('--limit <number>', 'how many at most', limit, 20)
    .action((flags: { list?: string; limit: number }) => list(context, flags));
  imports
    .command('show <reference>')
    .description('one import, with its counts')
    .action((reference: string) => show(context, reference));
  imports
    .command('malformed <reference>')
    .description('which lines of its file are no opt-outs, and why; values are masked')
    .action((reference: string) => malformed(context, reference));
  imports
    .command('watch <reference>')
    .description('follow an import until it ends; exit code 1 if it failed')
    .action((reference: string) => watchImport(context.connection(), reference, context.output()));
  imports
    .command('remove <reference>')
    .description('take out of the list what came in by this import alone')
    .action((reference: string) => remove(context, reference));
}

async function list({ connection, output }: CommandContext, flags: { list?: string; limit: number }): Promise<void> {
  const { optout } = connection().admin;
  const { lists = [] } = await optout.get<OptoutState>('/state');
  const only = flags.list === undefined ? '' : `&optoutListId=${idOf(lists, flags.list)}`;
  const { data } = await optout.get<{ data: ImportView[] }>(`/imports?limit=${flags.limit}${only}`);
  const nameOf = (id: string) => lists.find((one) => one.id === id)?.name ?? id;
  output().table(
    ['REFERENCE', 'LIST', 'STATUS', 'DONE', 'SUBMITTED', 'ADDED', 'MALFORMED', 'CREATED'],
    data.map((one) => [
      one.importReference,
      nameOf(one.optoutListId),
      one.status === 'running' ? one.stage : one.status,
      `${Math.floor(one.progress * 100)} %`,
      ...[one.submittedCount, one.addedCount, one.malformedCount].map((count) => String(count ?? '')),
      one.createdAt,
    ]),
  );
  output().result(data);
}

async function show({ connection, output }: CommandContext, reference: string): Promise<void> {
  const view = await connection().admin.optout.get<ImportView>(path(reference));
  for (const [name, value] of Object.entries(view)) output().line(`${name.padEnd(18)} ${value}`);
  output().result(view);
}

async function malformed({ connection, output }: CommandContext, reference: string): Promise<void> {
  const { optout } = connection().admin;
  const { malformedCount = 0 } = await optout.get<ImportView>(path(reference));
  const { data } = await optout.get<{ data: MalformedLine[] }>(`${path(reference)}/malformed-lines`);
  output().table(
    ['LINE', 'REASON', 'VALUE'],
    data.map(({ line, reason, value }) => [String(line ?? '?'), reason.replaceAll('_', ' '), value ?? '']),
  );
  if (data.length < malformedCount) output().line(`${data.length} of ${malformedCount} malformed lines.`);
  output().result(data);
}

async function remove({ connection, output }: CommandContext, reference: string): Promise<void> {
  await connection().admin.optout.delete(path(reference));
  output().line(`removed  import  ${reference}`);
  output().result({ importReference: reference, status: 'removed' });
}

function path(reference: string): string {
  return `/imports/${encodeURIComponent(reference)}`;
}

function idOf(lists: NonNullable<OptoutState['lists']>, reference: string): string {
  const found = findByReference(reference, lists);
  if (found.length === 1) return found[0]!.id;
  const trouble = found.length === 0 ? 'There is no list' : 'More than one list has the name';
  throw new CommandFailure(ExitCode.usage, `${trouble} ${JSON.stringify(reference)}.`);
}

function limit(text: string): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) < 1 || Number(text) > 1_000)
    throw new InvalidArgumentError('It must be 1 to 1000.');
  return Number(text);
}
