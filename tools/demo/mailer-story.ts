/** A mailer fetches the file that tells it whom not to write to. */
import { call } from './client.ts';
import type { Profile } from './profile.ts';
import type { Credentials } from './provision.ts';
import { count, done, quote } from './terminal.ts';
import { zipMembers } from './zip-members.ts';

interface Prepared {
  result: string;
  error?: string;
  campaign_name: string;
  download_link: string;
}

export async function mailerStory(profile: Profile, credentials: Credentials): Promise<string> {
  const prepared = await call<Prepared>('GET', prepareUrl(profile, credentials));
  if (prepared.result !== 'success') throw new Error(`The mailer was refused: ${JSON.stringify(prepared)}`);
  done(`prepared the suppression file of the campaign ${prepared.campaign_name}`);
  const redirect = await fetch(prepared.download_link, { redirect: 'manual' });
  const location = redirect.headers.get('location');
  if (redirect.status !== 302 || location === null)
    throw new Error(`getfile answered ${redirect.status}: ${await redirect.text()}`);
  const file = await fetch(location);
  if (!file.ok) throw new Error(`The storage answered ${file.status}: ${await file.text()}`);
  const zip = Buffer.from(await file.arrayBuffer());
  done(`followed the redirect to the storage: a ZIP of ${count(zip.length)} bytes with`);
  quote(
    zipMembers(zip).map(
      ({ name, content }) => `${name}  ${count(lineCount(content))} lines, ${count(content.length)} bytes`,
    ),
  );
  return prepared.download_link;
}

export function prepareUrl({ mailerUrl }: Profile, { mailerKey, mailerToken }: Credentials): string {
  return `${mailerUrl}/accesskey/download/${mailerKey}?token=${mailerToken}&format=md5`;
}

function lineCount(content: Buffer): number {
  let lines = 0;
  for (let at = content.indexOf(10); at >= 0; at = content.indexOf(10, at + 1)) lines += 1;
  return lines;
}
