import type { Command } from 'commander';
import type { CommandContext } from '../command-context.js';

interface Found {
  optoutListId: string;
  listName: string;
  collectionType: 'collected' | 'imported';
  at: string;
  importReference?: string;
  campaign?: string;
  affiliate?: string;
  subAffiliate?: string;
  ip?: string;
  metadata?: string;
}

export function addOptOutsCommand(program: Command, { connection, output }: CommandContext): void {
  program
    .command('optouts')
    .description('single opt-outs')
    .command('find <address>')
    .description('in which lists an address, a phone number or a hash is, since when and from where')
    .action(async (address: string) => {
      const { data } = await connection().admin.optout.post<{ data: Found[] }>('/optouts/find', { address });
      if (data.length === 0) output().line('In no list.');
      else output().table(['LIST', 'TYPE', 'SINCE', 'FROM'], data.map(row));
      output().result(data);
    });
}

function row({ listName, collectionType, at, importReference, ...origin }: Found): string[] {
  const from = [origin.campaign, origin.affiliate, origin.subAffiliate, origin.ip, origin.metadata].filter(Boolean);
  return [listName, collectionType, at, importReference ? `import ${importReference}` : from.join(', ')];
}
