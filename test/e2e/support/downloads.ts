import { eventually } from '#testing';
import { send } from './http.js';
import type { Installation } from './installation.js';

/** The rows of a fresh download, sorted, without the header. Cells with commas or quotes are left as they are written. */
export async function downloadRows(
  { baseUrl }: Installation,
  token: string,
  optoutListId: string,
  columns: string[],
  collectionType = ['collected', 'imported'],
): Promise<string[]> {
  const body = { optoutListId, columns, collectionType };
  const prepared = await send<{ downloadUrl: string }>('POST', `${baseUrl}/optout-list/prepare-download`, {
    token,
    body,
  });
  if (prepared.status !== 200) throw new Error(`prepare-download answered ${prepared.status}`);
  const csv = await eventually(
    async () => {
      const response = await fetch(prepared.body.downloadUrl);
      if (response.status !== 200) throw new Error(`the storage answered ${response.status}`);
      return response.text();
    },
    { timeoutMs: 60_000, everyMs: 100 },
  );
  return csv.split('\n').slice(1, -1).sort();
}
