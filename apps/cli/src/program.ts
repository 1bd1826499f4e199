import { Command } from 'commander';
import { addApplyCommand } from './apply/apply.command.js';
import { addAuditCommand } from './audit/audit.command.js';
import type { CommandContext } from './command-context.js';
import { type ConnectionOptions, connect } from './connection/connection.js';
import { addDeadLettersCommand } from './dead-letters/dead-letters.command.js';
import { addDirectoryCommand } from './directory/directory.command.js';
import { addExportCommand } from './export/export.command.js';
import { addImportsCommand } from './imports/imports.command.js';
import { addKeysCommand } from './keys/keys.command.js';
import { addOperationsCommand } from './operations/operations.command.js';
import { addOptOutsCommand } from './opt-outs/opt-outs.command.js';
import { Output } from './output/output.js';
import { addPersonCommand } from './persons/person.command.js';
import { addStatusCommand } from './status/status.command.js';
import { addWebhooksCommand } from './webhooks/webhooks.command.js';

const notes = `
The services are found by flags, by the environment (HEED_DEPLOY_ADMIN_URL, HEED_OPTOUT_ADMIN_URL, HEED_COLLECT_ADMIN_URL,
HEED_MAILER_ADMIN_URL, HEED_ADMIN_TOKEN or HEED_ADMIN_TOKEN_FILE), or by a profile (HEED_PROFILE; ./.heed/demo.json if it exists).

Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 a service can't be reached, 4 written but not yet known everywhere.`;

/** The command line, ready to parse. Its help is the reference. */
export function program(): Command {
  const heed = new Command('heed')
    .description('Administers a Heed installation through the admin APIs of its services.')
    .option('--profile <file>', 'profile with addresses and token')
    .option('--deploy <url>', 'admin address of deploy')
    .option('--optout <url>', 'admin address of optout')
    .option('--collect <url>', 'admin address of collect')
    .option('--mailer <url>', 'admin address of mailer')
    .option('--json', 'answer in JSON, for machines')
    .addHelpText('after', notes)
    .exitOverride();
  const context: CommandContext = {
    connection: () => connect(heed.opts<ConnectionOptions>()),
    output: () => new Output(heed.opts<{ json?: boolean }>().json === true),
  };
  addApplyCommand(heed, context);
  addExportCommand(heed, context);
  addImportsCommand(heed, context);
  addOptOutsCommand(heed, context);
  addPersonCommand(heed, context);
  addKeysCommand(heed, context);
  addOperationsCommand(heed, context);
  addWebhooksCommand(heed, context);
  addDeadLettersCommand(heed, context);
  addDirectoryCommand(heed, context);
  addAuditCommand(heed, context);
  addStatusCommand(heed, context);
  return heed;
}
