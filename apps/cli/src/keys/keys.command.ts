import type { Command } from 'commander';
import { type Account, accountOf, theOne } from '../accounts/accounts.js';
import type { CommandContext } from '../command-context.js';
import { CommandFailure, ExitCode } from '../exit-code.js';

interface KeyView {
  id: string;
  name: string;
  permissions: string[];
  requestsPerMinute?: number;
  revoked: boolean;
  createdAt: string;
  lastUsedAt?: string;
}
interface Wanted {
  name: string;
  permissions: string[];
  requestsPerMinute?: number;
}
type Created = { state: { accounts: { keys: (Wanted & { id: string; key?: string })[] }[] } };

export function addKeysCommand(program: Command, context: CommandContext): void {
  const keys = program.command('keys').description('API keys of an account');
  keys
    .command('list <account>')
    .description('what each may do, and when it was last used')
    .action((account: string) => list(context, account));
  keys
    .command('create <account> <name>')
    .description('a new key, told this once')
    .requiredOption('--permissions <permission...>', 'contacts:read, contacts:write, brands:read, schema:read')
    .option('--per-minute <requests>', 'most requests in a minute', Number)
    .action((account: string, name: string, options: { permissions: string[]; perMinute?: number }) =>
      create(context, account, { name, permissions: options.permissions, requestsPerMinute: options.perMinute }),
    );
  keys
    .command('revoke <account> <key>')
    .description('refused from now on; by its name or id')
    .action((account: string, key: string) => revoke(context, account, key));
}

async function keysOf({ connection }: CommandContext, account: Account): Promise<KeyView[]> {
  return (await connection().admin.deploy.get<{ keys: KeyView[] }>(`/accounts/${account.id}/keys`)).keys;
}

async function list(context: CommandContext, account: string): Promise<void> {
  const keys = await keysOf(context, await accountOf(context.connection(), account));
  context.output().table(
    ['NAME', 'PERMISSIONS', 'PER MINUTE', 'STATUS', 'LAST USED', 'ID'],
    keys.map(({ id, name, permissions, requestsPerMinute = '', revoked, lastUsedAt = '' }) => {
      const status = revoked ? 'revoked' : 'valid';
      return [name, permissions.join(' '), String(requestsPerMinute), status, lastUsedAt, id];
    }),
  );
  context.output().result(keys);
}

async function create(context: CommandContext, account: string, wanted: Wanted): Promise<void> {
  const found = await accountOf(context.connection(), account);
  if ((await keysOf(context, found)).some(({ name }) => name === wanted.name))
    throw new CommandFailure(ExitCode.refused, `The account has a key ${JSON.stringify(wanted.name)} already.`);
  const body = { accounts: [{ id: found.id, name: found.name, keys: [wanted] }] };
  const { deploy } = context.connection().admin;
  const { state } = await deploy.put<Created>('/state?dryRun=false&prune=false', body);
  const made = state.accounts[0]!.keys.find(({ name }) => name === wanted.name)!;
  context.output().line(`created  key  ${made.id}\nkey      ${made.key ?? ''}`);
  context.output().result(made);
}

async function revoke(context: CommandContext, account: string, key: string): Promise<void> {
  const found = await accountOf(context.connection(), account);
  const { id } = theOne('key', key, await keysOf(context, found));
  await context.connection().admin.deploy.post(`/accounts/${found.id}/keys/${id}/revoke`);
  context.output().line(`revoked  key  ${id}`);
  context.output().result({ id, status: 'revoked' });
}
