import type { Command } from 'commander';
import { type Account, accountOf, theOne } from '../accounts/accounts.js';
import type { CommandContext } from '../command-context.js';
import { CommandFailure, ExitCode } from '../exit-code.js';
import { addDeliveryCommands } from './delivery-commands.js';

interface WebhookView {
  id: string;
  name: string;
  url: string;
  events: string[];
  enabled: boolean;
  disabledReason?: string;
  failingSince?: string;
}
type Created = { state: { accounts: { id: string; webhooks: (WebhookView & { secret?: string })[] }[] } };

export function addWebhooksCommand(program: Command, context: CommandContext): void {
  const webhooks = program.command('webhooks').description('where the events of an account are POSTed to');
  webhooks
    .command('list <account>')
    .description('endpoints, since when they fail and why they were disabled')
    .action((account: string) => list(context, account));
  webhooks
    .command('create <account> <name> <url>')
    .description('a new endpoint; its secret is told this once')
    .requiredOption('--events <type...>', 'events that it gets')
    .action((account: string, name: string, url: string, { events }: { events: string[] }) =>
      create(context, account, { name, url, events }),
    );
  for (const [name, done, description] of [
    ['enable', 'enabled', 'deliver again, what was pending first; its failures are forgotten'],
    ['disable', 'disabled', 'deliver nothing; events are not kept for it meanwhile'],
    ['delete', 'deleted', 'delete, with its deliveries'],
  ] as const)
    webhooks
      .command(`${name} <account> <webhook>`)
      .description(description)
      .action((account: string, webhook: string) => change(context, account, webhook, { name, done }));
  webhooks
    .command('rotate-secret <account> <webhook>')
    .description('a new secret, told this once; for 24 hours deliveries are signed with both')
    .action((account: string, webhook: string) => rotate(context, account, webhook));
  addDeliveryCommands(webhooks, context, (account, webhook) => pathOf(context, account, webhook));
}

async function list({ connection, output }: CommandContext, account: string): Promise<void> {
  const { id } = await accountOf(connection(), account);
  const { webhooks } = await connection().admin.deploy.get<{ webhooks: WebhookView[] }>(`/accounts/${id}/webhooks`);
  output().table(
    ['NAME', 'URL', 'EVENTS', 'STATUS', 'FAILING SINCE', 'ID'],
    webhooks.map(({ name, url, events, enabled, disabledReason, failingSince = '', id: webhookId }) => {
      const status = enabled ? 'enabled' : `disabled ${disabledReason ?? ''}`.trimEnd();
      return [name, url, events.join(' '), status, failingSince, webhookId];
    }),
  );
  output().result(webhooks);
}

async function create(
  context: CommandContext,
  account: string,
  wanted: { name: string; url: string; events: string[] },
) {
  const { deploy } = context.connection().admin;
  const { id, name, webhooks = [] } = await accountOf(context.connection(), account);
  if (webhooks.some((one) => one.name === wanted.name))
    throw new CommandFailure(ExitCode.refused, `The account has a webhook ${JSON.stringify(wanted.name)} already.`);
  const body = { accounts: [{ id, name, webhooks: [{ ...wanted, enabled: true }] }] };
  const { state } = await deploy.put<Created>('/state?dryRun=false&prune=false', body);
  const made = state.accounts[0]!.webhooks.find((one) => one.name === wanted.name)!;
  context.output().line(`created  webhook  ${made.id}\nsecret   ${made.secret ?? ''}`);
  context.output().result(made);
}

async function change(
  context: CommandContext,
  account: string,
  webhook: string,
  { name, done }: { name: string; done: string },
): Promise<void> {
  const { deploy } = context.connection().admin;
  const path = await pathOf(context, account, webhook);
  await (name === 'delete' ? deploy.delete(path) : deploy.post(`${path}/${name}`));
  const id = path.slice(path.lastIndexOf('/') + 1);
  context.output().line(`${done}  webhook  ${id}`);
  context.output().result({ id, status: done });
}

async function rotate(context: CommandContext, account: string, webhook: string): Promise<void> {
  const path = await pathOf(context, account, webhook);
  const answer = await context
    .connection()
    .admin.deploy.post<{ secret: string; previousValidUntil: string }>(`${path}/rotate-secret`);
  context.output().line(`secret  ${answer.secret}\nThe one before is good until ${answer.previousValidUntil}.`);
  context.output().result(answer);
}

async function pathOf({ connection }: CommandContext, account: string, webhook: string): Promise<string> {
  const { id, webhooks = [] }: Account = await accountOf(connection(), account);
  return `/accounts/${id}/webhooks/${theOne('webhook', webhook, webhooks).id}`;
}
