/** The commands that start an operation, one for each kind. Each takes an account by name or id, and follows the operation with `--watch`. */
import { type Command, InvalidArgumentError } from 'commander';
import { accountOf, theOne } from '../accounts/accounts.js';
import type { CommandContext } from '../command-context.js';
import { CommandFailure, ExitCode } from '../exit-code.js';
import type { OperationView } from './operation-view.js';
import { uploadFile } from './upload-file.js';
import { watchOperation } from './watch-operation.js';

interface Selection {
  brand?: string;
  md5?: string[];
  all?: true;
  watch?: true;
}
type ImportFlags = { format?: 'csv' | 'ndjson'; upload?: string; events: boolean; watch?: true };
type UpdateFlags = Selection & { attributes: object };
type SchemaFlags = { add?: object[]; remove?: string[]; watch?: true };

export function addStartCommands(operations: Command, context: CommandContext): void {
  const starting = (name: string, description: string) =>
    operations.command(name).description(description).option('--watch', 'follow it until it ends');
  starting('contact-import <account> [file]', 'contacts of a CSV or NDJSON file')
    .option('--upload <id>', 'a file that has been uploaded already')
    .option('--format <format>', 'csv or ndjson; without it the end of the file name tells', oneOf('csv', 'ndjson'))
    .option('--no-events', 'no brand-subscribe for rows that do not say it themselves')
    .action((account: string, file: string | undefined, flags: ImportFlags) =>
      startImport(context, account, file, flags),
    );
  selecting(starting('attribute-update <account>', 'the same attributes for many contacts'))
    .requiredOption('--attributes <json>', 'values by name; null removes one', jsonObject)
    .action(async (account: string, flags: UpdateFlags) => {
      const { attributes } = flags;
      await start(context, account, 'attribute-update', flags, {
        attributes,
        contacts: await selected(context, account, flags),
      });
    });
  selecting(starting('contact-disable <account>', 'disable many contacts')).action(
    async (account: string, flags: Selection) => {
      await start(context, account, 'contact-disable', flags, { contacts: await selected(context, account, flags) });
    },
  );
  starting('schema-change <account>', 'add attributes, or take them away with their values')
    .option('--add <definition...>', 'attributes to add, each as name:type or name:type:description', attribute)
    .option('--remove <name...>', 'attributes to take away')
    .action((account: string, flags: SchemaFlags) => {
      const { add = [], remove = [] } = flags;
      if (add.length + remove.length === 0) throw new CommandFailure(ExitCode.usage, 'Give --add or --remove.');
      return start(context, account, 'schema-change', flags, { add, remove });
    });
}

function selecting(command: Command): Command {
  return command
    .option('--brand <name>', 'contacts that are subscribed to this brand (its name or id)')
    .option('--md5 <hash...>', 'contacts with these identities')
    .option('--all', 'all contacts of the account');
}

async function startImport(context: CommandContext, account: string, file: string | undefined, flags: ImportFlags) {
  const connection = context.connection();
  const format = flags.format ?? (/\.(csv|ndjson)$/i.exec(file ?? '')?.[1]?.toLowerCase() as ImportFlags['format']);
  if (format === undefined) throw new CommandFailure(ExitCode.usage, 'Give --format csv or --format ndjson.');
  if ((file === undefined) === (flags.upload === undefined))
    throw new CommandFailure(ExitCode.usage, 'Give a file or --upload, and not both.');
  const { id } = await accountOf(connection, account);
  const upload = flags.upload ?? (await uploadFile(connection.admin.deploy, id, file!));
  await start(context, id, 'contact-import', flags, { upload, format, publishBrandSubscribeEvents: flags.events });
}

async function start(context: CommandContext, account: string, kind: string, flags: { watch?: true }, body: object) {
  const connection = context.connection();
  const output = context.output();
  const { id: accountId } = await accountOf(connection, account);
  const view = await connection.admin.deploy.post<OperationView>(`/accounts/${accountId}/operations/${kind}`, body);
  if (flags.watch) return watchOperation(connection, view.id, output);
  output.line(`started  ${kind}  ${view.id}`);
  output.result(view);
}

/** Nobody disables all contacts because a flag was forgotten. */
async function selected({ connection }: CommandContext, account: string, { brand, md5, all }: Selection) {
  const given = [brand, md5, all].filter((one) => one !== undefined).length;
  if (given === 0 || (all && given > 1))
    throw new CommandFailure(ExitCode.usage, 'Say which contacts: --brand and --md5, one or both, or --all.');
  if (brand === undefined) return md5 ? { emailMd5s: md5 } : {};
  const { brands = [] } = await accountOf(connection(), account);
  return { brandId: theOne('brand', brand, brands).id, ...(md5 && { emailMd5s: md5 }) };
}

function oneOf(...values: string[]) {
  return (text: string) => {
    if (!values.includes(text)) throw new InvalidArgumentError(`It must be ${values.join(' or ')}.`);
    return text;
  };
}

function jsonObject(text: string): object {
  try {
    const value = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {}
  throw new InvalidArgumentError('It must be a JSON object.');
}

function attribute(text: string, before: object[] = []): object[] {
  const [, name, type, description] = /^([^:]+):([a-z]+)(?::(.+))?$/.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError('It must be name:type or name:type:description.');
  return [...before, { name, type, ...(description !== undefined && { description }) }];
}
