import type { Command } from 'commander';
import type { CommandContext } from '../command-context.js';
import type { AdminClient } from '../connection/admin-client.js';

interface Stored {
  what: string;
  data: Record<string, unknown>;
}

interface Erased {
  what: string;
  count: number;
}

/** Data subject requests, put to every service that keeps personal data. */
export function addPersonCommand(program: Command, { connection, output }: CommandContext): void {
  const person = program.command('person').description('data subject requests');
  const ask = async <T>(path: string, address: string): Promise<(T & { service: string })[]> => {
    const { deploy, optout, collect } = connection().admin;
    const answers: (T & { service: string })[] = [];
    // Collect first: what is on its way there is in optout next.
    for (const client of [deploy, collect, optout] as AdminClient[]) {
      const { data } = await client.post<{ data: T[] }>(path, { address });
      answers.push(...data.map((thing) => ({ service: client.service, ...thing })));
    }
    return answers;
  };
  person
    .command('find <address>')
    .description('all that is stored about an e-mail address, a phone number or a hash')
    .action(async (address: string) => {
      const found = await ask<Stored>('/persons/find', address);
      if (found.length === 0) output().line('Nothing is stored.');
      for (const { service, what, data } of found) output().line(`${service}: ${what} ${JSON.stringify(data)}`);
      output().result(found);
    });
  person
    .command('erase <address>')
    .description('erase a person: contact, attributes, events, addresses; opt-outs stay in force by their hash')
    .action(async (address: string) => {
      const erased = await ask<Erased>('/persons/erase', address);
      if (erased.length === 0) output().line('Nothing had to be erased.');
      for (const { service, what, count } of erased) output().line(`${service}: ${count} × ${what}`);
      output().result(erased);
    });
}
