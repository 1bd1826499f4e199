import type { Command } from 'commander';
import type { CommandContext } from '../command-context.js';
import { services } from '../connection/connection.js';
import { CommandFailure, ExitCode } from '../exit-code.js';

export function addStatusCommand(program: Command, { connection, output }: CommandContext): void {
  program
    .command('status')
    .description('say which services answer and are ready to work')
    .action(async () => {
      const { admin } = connection();
      const states = await Promise.all(
        services.map(async (service) => ({ service, url: admin[service].url, ...(await admin[service].readiness()) })),
      );
      output().table(
        ['SERVICE', 'READY', 'ADDRESS', ''],
        states.map(({ service, ready, url, detail }) => [service, ready ? 'yes' : 'no', url, detail]),
      );
      output().result(states);
      const away = states.filter(({ ready }) => !ready).map(({ service }) => service);
      if (away.length > 0) throw new CommandFailure(ExitCode.unreachable, `Not ready: ${away.join(', ')}.`);
    });
}
