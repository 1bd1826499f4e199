/** A file of 200,000 opt-outs goes in, and the counts add up. */
import { call, until } from './client.ts';
import { optOutFile } from './opt-out-file.ts';
import type { Profile } from './profile.ts';
import type { Credentials } from './provision.ts';
import { count, done, progress, seconds } from './terminal.ts';

interface UploadStatus {
  status: 'running' | 'success' | 'failed' | 'removed';
  message?: string;
  elapsedSeconds?: number;
  addedCount?: number;
  malformedCount?: number;
  submittedCount?: number;
}

/** What admins see of an import beyond its status. */
interface Progress {
  progress: number;
  stage: string;
}

export async function importStory({ baseUrl, admin, state }: Profile, { token }: Credentials): Promise<string> {
  const { optoutListId, name } = state!.lists[0]!;
  const file = optOutFile();
  const megabytes = (file.content.length / 1e6).toFixed(1);
  done(
    `made a file of ${count(file.submitted)} lines, ${megabytes} MB: plain and MD5, repeats, malformed lines, LF and CRLF`,
  );

  const upload = await call<{ uploadUrl: string; importReference: string }>(
    'POST',
    `${baseUrl}/optout-list/prepare-upload`,
    token,
    {
      optoutListId,
      fileContentLength: file.content.length,
    },
  );
  const began = performance.now();
  const put = await fetch(upload.uploadUrl, { method: 'PUT', body: new Uint8Array(file.content) });
  if (!put.ok) throw new Error(`The upload was answered ${put.status}: ${await put.text()}`);
  done(`PUT it to the upload URL, straight into the storage (${seconds(performance.now() - began)})`);

  const bar = progress('importing');
  const status = await until('The import', 300, async () => {
    const now = await call<UploadStatus>(
      'GET',
      `${baseUrl}/optout-list/upload-status/${upload.importReference}`,
      token,
    );
    if (now.status !== 'running') return now;
    const { progress: share, stage } = await call<Progress>(
      'GET',
      `${admin.optout}/admin/v1/imports/${upload.importReference}`,
      admin.token,
    );
    bar.update(share, stage === 'open' ? 'waiting until the file is noticed' : stage);
    return undefined;
  });
  bar.update(1, status.status);
  bar.end();
  return told(name, file, status);
}

function told(list: string, file: ReturnType<typeof optOutFile>, status: UploadStatus): string {
  const { submittedCount = -1, addedCount = -1, malformedCount = -1 } = status;
  if (status.status !== 'success') throw new Error(`The import ended as ${status.status}: ${status.message}`);
  const known = submittedCount - addedCount - malformedCount;
  const isFirst = addedCount === file.distinct;
  if (submittedCount !== file.submitted || malformedCount !== file.malformed || (!isFirst && addedCount !== 0)) {
    throw new Error(`The counts are not those of the file: ${JSON.stringify(status)}`);
  }
  done(`${status.status}: ${status.message}`);
  const sum = `${count(submittedCount)} lines = ${count(addedCount)} added + ${count(known)} known or repeated + ${count(malformedCount)} malformed`;
  done(`${sum}${isFirst ? '' : ` (${list} had them from an earlier run)`}`);
  return sum;
}
