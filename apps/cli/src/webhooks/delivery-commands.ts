import { type Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from '../command-context.js';

interface Attempt {
  at: string;
  status?: number;
  error?: string;
}
interface Delivery {
  id: string;
  eventId: string;
  type: string;
  status: string;
  createdAt: string;
  nextAttemptAt?: string;
  attempts: Attempt[];
}
type ListFlags = { limit: number; before?: string; status?: string };

/** @param pathOf of a webhook in the admin API, both given by name or id */
export function addDeliveryCommands(
  webhooks: Command,
  context: CommandContext,
  pathOf: (account: string, webhook: string) => Promise<string>,
): void {
  webhooks
    .command('deliveries <account> <webhook>')
    .description('what was, and will be, delivered; newest first')
    .option('--status <status>', 'pending, delivered or failed')
    .option('--limit <number>', 'how many at most', limit, 20)
    .option('--before <delivery>', 'only those that are older than this one')
    .action(async (account: string, webhook: string, flags: ListFlags) =>
      list(context, await pathOf(account, webhook), flags),
    );
  webhooks
    .command('redeliver <account> <webhook> <delivery>')
    .description('deliver once more, with all tries')
    .action(async (account: string, webhook: string, delivery: string) =>
      redeliver(context, await pathOf(account, webhook), delivery),
    );
}

async function list({ connection, output }: CommandContext, path: string, flags: ListFlags): Promise<void> {
  const given = Object.entries(flags).map(([name, value]): [string, string] => [name, String(value)]);
  const { deliveries } = await connection().admin.deploy.get<{ deliveries: Delivery[] }>(
    `${path}/deliveries?${new URLSearchParams(given)}`,
  );
  output().table(
    ['DELIVERY', 'EVENT', 'STATUS', 'TRIES', 'LAST ANSWER', 'LAST TRY', 'NEXT TRY'],
    deliveries.map(({ id, type, status, attempts, nextAttemptAt = '' }) => {
      const last = attempts.at(-1);
      const answer = String(last?.status ?? last?.error ?? '');
      return [id, type, status, String(attempts.length), answer, last?.at ?? '', nextAttemptAt];
    }),
  );
  output().result(deliveries);
}

async function redeliver({ connection, output }: CommandContext, path: string, delivery: string): Promise<void> {
  await connection().admin.deploy.post(`${path}/deliveries/${encodeURIComponent(delivery)}/redeliver`);
  output().line(`pending  delivery  ${delivery}`);
  output().result({ id: delivery, status: 'pending' });
}

function limit(text: string): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) < 1 || Number(text) > 1_000)
    throw new InvalidArgumentError('It must be 1 to 1000.');
  return Number(text);
}
