import type { Command } from 'commander';
import { accountOf } from '../accounts/accounts.js';
import type { CommandContext } from '../command-context.js';
import { countsOf, type OperationView, shareOf } from './operation-view.js';
import { addStartCommands } from './start-commands.js';
import { watchOperation } from './watch-operation.js';

interface RowError {
  line: number;
  reason: string;
}

export function addOperationsCommand(program: Command, context: CommandContext): void {
  const operations = program
    .command('operations')
    .description('bulk operations on the contacts of an account; one at a time, and mutations wait meanwhile');
  addStartCommands(operations, context);
  operations
    .command('list <account>')
    .description('the newest 100, newest first')
    .action((account: string) => list(context, account));
  operations
    .command('watch <id>')
    .description('follow an operation until it ends; exit code 1 if it did not succeed')
    .action((id: string) => watchOperation(context.connection(), id, context.output()));
  operations
    .command('errors <id>')
    .description('which lines of an import were refused, and why; the first 1,000')
    .action((id: string) => errors(context, id));
  operations
    .command('cancel <id>')
    .description('stop an operation after its batch in hand; what it did stays done')
    .action((id: string) => cancel(context, id));
}

async function list({ connection, output }: CommandContext, account: string): Promise<void> {
  const { id } = await accountOf(connection(), account);
  const { operations } = await connection().admin.deploy.get<{ operations: OperationView[] }>(
    `/accounts/${id}/operations`,
  );
  output().table(
    ['ID', 'KIND', 'STATUS', 'DONE', 'COUNTS', 'STARTED', 'BY'],
    operations.map((one) => {
      const share = shareOf(one);
      const done = share === undefined ? '' : `${Math.floor(share * 100)} %`;
      return [one.id, one.kind, one.status, done, countsOf(one), one.startedAt, one.startedBy];
    }),
  );
  output().result(operations);
}

async function errors({ connection, output }: CommandContext, id: string): Promise<void> {
  const path = `/operations/${encodeURIComponent(id)}`;
  const { counts } = await connection().admin.deploy.get<OperationView>(path);
  const answer = await connection().admin.deploy.get<{ errors: RowError[] }>(`${path}/errors`);
  output().table(
    ['LINE', 'REASON'],
    answer.errors.map(({ line, reason }) => [String(line), reason]),
  );
  const refused = counts.refused ?? 0;
  if (answer.errors.length < refused) output().line(`${answer.errors.length} of ${refused} refused lines.`);
  output().result(answer.errors);
}

async function cancel({ connection, output }: CommandContext, id: string): Promise<void> {
  const view = await connection().admin.deploy.post<OperationView>(`/operations/${encodeURIComponent(id)}/cancel`);
  output().line(`${view.status}  ${countsOf(view)}`.trimEnd());
  output().result(view);
}
