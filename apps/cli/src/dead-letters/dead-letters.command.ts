import type { Command } from 'commander';
import type { CommandContext } from '../command-context.js';
import type { AdminClient } from '../connection/admin-client.js';
import { type Connection, services } from '../connection/connection.js';
import { CommandFailure, ExitCode } from '../exit-code.js';

interface QueueCount {
  queue: string;
  count: number;
}

interface DeadLetter {
  id: string;
  type?: string;
  reason: string;
  attempts: number;
  failedAt?: string;
  body: string;
}

export function addDeadLettersCommand(program: Command, context: CommandContext): void {
  const deadLetters = program.command('dead-letters').description('messages that workers gave up');
  deadLetters
    .command('list [queue]')
    .description('how many there are, by queue; or those of one queue, oldest first')
    .action((queue?: string) => (queue === undefined ? counts(context) : list(context, queue)));
  deadLetters
    .command('show <queue> <id>')
    .description('one of them whole; it may hold addresses')
    .action((queue: string, id: string) => show(context, queue, id));
  deadLetters
    .command('redrive <queue> [ids...]')
    .description('have them tried again, as if for the first time; all of the queue if no id is given')
    .action((queue: string, ids: string[]) => redrive(context, queue, ids));
}

async function counts({ connection, output }: CommandContext): Promise<void> {
  const { admin } = connection();
  const queues = (await Promise.all(services.map((service) => countsOf(admin[service])))).flat();
  output().table(
    ['QUEUE', 'DEAD LETTERS'],
    queues.map(({ queue, count }) => [queue, String(count)]),
  );
  output().result(queues);
}

async function countsOf(client: AdminClient): Promise<QueueCount[]> {
  return (await client.get<{ data: QueueCount[] }>('/dead-letters')).data;
}

async function list({ connection, output }: CommandContext, queue: string): Promise<void> {
  const { data } = await ownerOf(connection(), queue).get<{ data: DeadLetter[] }>(path(queue));
  output().table(
    ['ID', 'TYPE', 'ATTEMPTS', 'GIVEN UP', 'REASON'],
    data.map(({ id, type = '', attempts, failedAt = '', reason }) => [id, type, String(attempts), failedAt, reason]),
  );
  output().result(data);
}

async function show({ connection, output }: CommandContext, queue: string, id: string): Promise<void> {
  const letter = await ownerOf(connection(), queue).get<DeadLetter>(`${path(queue)}/${encodeURIComponent(id)}`);
  for (const [name, value] of Object.entries(letter)) output().line(`${name.padEnd(9)} ${value}`);
  output().result(letter);
}

async function redrive({ connection, output }: CommandContext, queue: string, ids: string[]): Promise<void> {
  const wanted = ids.length > 0 ? { ids } : {};
  const answer = await ownerOf(connection(), queue).post<{ count: number }>(`${path(queue)}/redrive`, wanted);
  output().line(`${answer.count} sent back to ${queue}`);
  output().result(answer);
}

const path = (queue: string) => `/dead-letters/${encodeURIComponent(queue)}`;

/** Queues are named after the service that they belong to. */
function ownerOf({ admin }: Connection, queue: string): AdminClient {
  const service = services.find((one) => queue.startsWith(`${one}.`));
  if (service) return admin[service];
  throw new CommandFailure(
    ExitCode.usage,
    `No service has a queue ${JSON.stringify(queue)}; see "heed dead-letters list".`,
  );
}
