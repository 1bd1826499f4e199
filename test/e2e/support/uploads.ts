import { eventually } from '#testing';
import { send } from './http.js';
import type { Installation } from './installation.js';

export interface UploadStatus {
  status: string;
  message?: string;
  elapsedSeconds?: number;
  addedCount?: number;
  malformedCount?: number;
  submittedCount?: number;
}

/** Sends a file of opt-outs the way a client does. @returns its importReference */
export async function upload({ baseUrl, token, listId }: Installation, list: string, content: Buffer): Promise<string> {
  const prepared = await send<{ uploadUrl: string; importReference: string }>(
    'POST',
    `${baseUrl}/optout-list/prepare-upload`,
    {
      token: token('operations'),
      body: { optoutListId: listId(list), fileContentLength: content.length },
    },
  );
  if (prepared.status !== 200) throw new Error(`prepare-upload answered ${prepared.status}`);
  const put = await fetch(prepared.body.uploadUrl, { method: 'PUT', body: new Uint8Array(content) });
  if (!put.ok) throw new Error(`The storage answered ${put.status}`);
  return prepared.body.importReference;
}

export async function uploadStatus({ baseUrl, token }: Installation, reference: string): Promise<UploadStatus> {
  const answer = await send<UploadStatus>('GET', `${baseUrl}/optout-list/upload-status/${reference}`, {
    token: token('operations'),
  });
  return answer.body;
}

export function uploadEnded(installation: Installation, reference: string): Promise<UploadStatus> {
  return eventually(
    async () => {
      const status = await uploadStatus(installation, reference);
      if (status.status === 'running') throw new Error('The import is still running');
      return status;
    },
    { timeoutMs: 90_000, everyMs: 100 },
  );
}
