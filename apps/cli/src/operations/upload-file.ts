import { openAsBlob } from 'node:fs';
import type { AdminClient } from '../connection/admin-client.js';
import { CommandFailure, ExitCode } from '../exit-code.js';

/** Sends the file of an import to the storage, as it is read. @returns the upload's id */
export async function uploadFile(deploy: AdminClient, accountId: string, file: string): Promise<string> {
  const content = await opened(file);
  const { upload, uploadUrl } = await deploy.post<{ upload: string; uploadUrl: string }>(
    `/accounts/${accountId}/contact-uploads`,
  );
  const answer = await fetch(uploadUrl, { method: 'PUT', body: content }).catch((error: Error) => {
    throw new CommandFailure(ExitCode.unreachable, `The storage can't be reached (${error.message}).`);
  });
  if (!answer.ok) throw new CommandFailure(ExitCode.refused, `The storage refused the file (${answer.status}).`);
  return upload;
}

async function opened(file: string): Promise<Blob> {
  try {
    return await openAsBlob(file);
  } catch {
    throw new CommandFailure(ExitCode.usage, `${file} can't be read.`);
  }
}
