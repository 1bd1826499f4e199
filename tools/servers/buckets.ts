import { Client } from 'minio';
import type { S3Address } from './s3-address.ts';

export async function createBucket(s3: S3Address, name: string): Promise<void> {
  await clientOf(s3).makeBucket(name, s3.region);
}

/** Whether the server serves signed requests: some are ready by their own account and answer 503 a little longer. */
export async function servesBuckets(s3: S3Address): Promise<boolean> {
  await clientOf(s3).listBuckets();
  return true;
}

/** Removes it with all that is in it, unfinished uploads included; it needn't exist. */
export async function removeBucket(s3: S3Address, name: string): Promise<void> {
  const client = clientOf(s3);
  if (!(await client.bucketExists(name))) return;
  for await (const { key } of client.listIncompleteUploads(name, '', true))
    await client.removeIncompleteUpload(name, key);
  const names: string[] = [];
  for await (const object of client.listObjectsV2(name, '', true)) names.push(object.name);
  await client.removeObjects(name, names);
  await client.removeBucket(name);
}

function clientOf(s3: S3Address): Client {
  return new Client({ ...s3, endPoint: s3.host, useSSL: false, retryOptions: { disableRetry: true } });
}
