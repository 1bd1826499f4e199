import type { Profile } from './profile.ts';
import { type Credentials } from './provision.ts';
import { bold, dim, say, table } from './terminal.ts';

/** What was done, where everything is, and what to try next; the commands work as they are printed. */
export function farewell(
  steps: string[][],
  { baseUrl, collectUrl, mailerUrl, storageUrl, amqpUrl, state }: Profile,
  { apiKey, token }: Credentials,
  { emailMd5, link }: { emailMd5: string; link: string },
): void {
  const listId = state!.lists[0]!.optoutListId;
  say(bold('\nDone'));
  table(steps);
  say(bold('\nAddresses'));
  table([
    ['Deploy and opt-out lists', baseUrl],
    ['Collect', collectUrl],
    ['Opt-out link, a page', state!.links[0]!.url],
    ['Mailer delivery', mailerUrl],
    ['Storage (S3)', storageUrl],
    ['Events (AMQP)', amqpUrl.replace(/:\/\/.*@/, '://…@')],
    ['All of it, with keys and ids', '.heed/demo.json'],
  ]);
  say(bold('\nTry next'));
  say(`curl -s -H 'Authorization: Bearer ${apiKey}' ${baseUrl}/deploy/v1/contacts/${emailMd5}`);
  say(
    `curl -s -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '{"optoutListId":"${listId}","email":"you@example.com"}' ${collectUrl}/client-optout/collect`,
  );
  say(`curl -sL -o suppression.zip '${link}'`);
  say(dim('\nbin/heed --help administers it. npm run status | logs | down | clean: look at it, stop it, remove it.'));
}
