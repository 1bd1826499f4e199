import type { Command } from 'commander';
import type { CommandContext } from '../command-context.js';
import { services } from '../connection/connection.js';

interface Entry {
  at: string;
  admin: string;
  action: string;
  target: Record<string, unknown>;
  status: number | null;
  requestId: string | null;
}

export function addAuditCommand(program: Command, { connection, output }: CommandContext): void {
  program
    .command('audit')
    .description('what admins did, in all services, newest first')
    .option('--limit <n>', 'most entries of each service, up to 1000', '100')
    .action(async ({ limit }: { limit: string }) => {
      const { admin } = connection();
      const ofAll = services.map(async (service) => {
        const { data } = await admin[service].get<{ data: Entry[] }>(`/audit?limit=${encodeURIComponent(limit)}`);
        return data.map((entry) => ({ service, ...entry }));
      });
      const entries = (await Promise.all(ofAll)).flat().sort((a, b) => (a.at < b.at ? 1 : -1));
      output().table(
        ['AT', 'SERVICE', 'ADMIN', 'ACTION', 'TARGET', 'STATUS'],
        entries.map(({ at, service, admin, action, target, status }) => [
          at,
          service,
          admin,
          action,
          Object.entries(target)
            .map(([name, value]) => `${name}=${value}`)
            .join(' '),
          String(status ?? 'none'),
        ]),
      );
      output().result(entries);
    });
}
