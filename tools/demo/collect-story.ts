/** Two people say stop, and the next download of the list has them. */
import { call, until } from './client.ts';
import type { Profile } from './profile.ts';
import type { Credentials } from './provision.ts';
import { count, done, quote } from './terminal.ts';

export async function collectStory({ collectUrl, state }: Profile, { token }: Credentials): Promise<string> {
  const [emails, phones] = state!.lists;
  const email = `grace.${Date.now().toString(36)}@example.org`;
  const url = `${collectUrl}/client-optout/collect`;
  await call('POST', url, token, { optoutListId: emails!.optoutListId, email });
  done(`collected ${email} into ${emails!.name}`);
  await call('POST', url, token, { optoutListId: phones!.optoutListId, sms: '(202) 555-0147' });
  done(`collected (202) 555-0147 into ${phones!.name}`);
  return email;
}

/** Collected opt-outs are in the list shortly after they were accepted, so the list is asked for again until this one is. */
export async function downloadStory(
  { baseUrl, state }: Profile,
  { token }: Credentials,
  collected: string,
): Promise<number> {
  const { optoutListId, name } = state!.lists[0]!;
  const lines = await until('The collected address in the download', 60, async () => {
    const { downloadUrl } = await call<{ downloadUrl: string }>(
      'POST',
      `${baseUrl}/optout-list/prepare-download`,
      token,
      {
        optoutListId,
        columns: ['plain', 'hashed', 'timestamp'],
        collectionType: ['collected', 'imported'],
      },
    );
    const csv = await until('The download', 120, () => contentOf(downloadUrl));
    const rows = csv.trimEnd().split('\n');
    return rows.some((row) => row.startsWith(`${collected},`)) ? rows : undefined;
  });
  done(`${name} as CSV, ${count(lines.length - 1)} opt-outs:`);
  const at = lines.findIndex((line) => line.startsWith(`${collected},`));
  quote([...lines.slice(0, 4), '…', lines[at]!, '…']);
  return lines.length - 1;
}

/** The URL is signed for the storage itself, which says 404 until the file is whole. */
async function contentOf(url: string): Promise<string | undefined> {
  const response = await fetch(url);
  if (response.status === 404) {
    await response.body?.cancel();
    return undefined;
  }
  if (!response.ok) throw new Error(`The download was answered ${response.status}: ${await response.text()}`);
  return response.text();
}
