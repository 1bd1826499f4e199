import { type Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from '../command-context.js';
import { apply } from './apply.js';

interface Flags {
  file: string;
  dryRun?: boolean;
  prune?: boolean;
  out?: string;
  wait: number;
}

export function addApplyCommand(program: Command, { connection, output }: CommandContext): void {
  program
    .command('apply')
    .description('make the installation be what a state file says; as often as you like')
    .requiredOption('-f, --file <file>', 'state file (YAML; - reads standard input)')
    .option('--dry-run', 'show what would be done, and change nothing')
    .option('--prune', 'also delete what a section of the file no longer names')
    .option('--out <file>', 'write JSON with ids, addresses, keys and the secrets made just now')
    .option('--wait <seconds>', 'how long to wait until collect and mailer know it', seconds, 60)
    .action(async ({ dryRun = false, prune = false, ...flags }: Flags) => {
      await apply(connection, { ...flags, dryRun, prune }, output());
    });
}

function seconds(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('It must be whole seconds.');
  return Number(text);
}
