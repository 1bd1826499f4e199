import { setTimeout as pause } from 'node:timers/promises';
import { Argument, type Command } from 'commander';
import type { Directory } from '../apply/service-state.js';
import type { CommandContext } from '../command-context.js';

type Replica = 'collect' | 'mailer';

export function addDirectoryCommand(program: Command, context: CommandContext): void {
  program
    .command('directory')
    .description('what collect and mailer know of lists and users')
    .command('rebuild')
    .description('have all of it told anew by optout, and wait until it is there; needed after a restore')
    .addArgument(new Argument('<service>', 'whose it is').choices(['collect', 'mailer']))
    .action((service: Replica) => rebuild(context, service));
}

async function rebuild({ connection, output }: CommandContext, service: Replica): Promise<void> {
  const client = connection().admin[service];
  await client.post('/directory/rebuild');
  const progress = output().progress('Waiting for what optout tells');
  const ask = () => client.get<Directory>('/directory');
  let directory = await ask();
  try {
    for (; !directory.complete; directory = await ask()) {
      progress.update(undefined, 'Ctrl-C leaves it to be done without being watched');
      await pause(200);
    }
  } finally {
    progress.end();
  }
  const counts = [directory.lists, directory.users ?? {}].map((versions) => Object.keys(versions).length);
  output().line(`rebuilt  directory of ${service}  ${counts[0]} lists${directory.users ? `, ${counts[1]} users` : ''}`);
  output().result(directory);
}
