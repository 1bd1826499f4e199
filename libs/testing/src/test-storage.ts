import { Client } from 'minio';
import type { StorageSettings } from '#storage';
import { type S3Address, servers, uniqueName } from './servers.js';

export interface TestStorage extends StorageSettings {
  /** Removes the bucket with everything in it. */
  close: () => Promise<void>;
}

/** Storage settings with a bucket of this file's own, on the shared S3 server or the one given. */
export async function testStorage(server?: S3Address): Promise<TestStorage> {
  const s3 = server ?? (await servers()).s3;
  const client = new Client({ ...s3, endPoint: s3.host, useSSL: false });
  const bucket = uniqueName('test').replace('_', '-');
  await client.makeBucket(bucket, s3.region);
  return {
    s3Endpoint: s3.endpoint,
    s3PublicUrl: s3.endpoint,
    s3Region: s3.region,
    s3Bucket: bucket,
    s3AccessKey: s3.accessKey,
    s3SecretKey: s3.secretKey,
    close: () => removeBucket(client, bucket),
  };
}

async function removeBucket(client: Client, bucket: string): Promise<void> {
  for await (const { key } of client.listIncompleteUploads(bucket, '', true))
    await client.removeIncompleteUpload(bucket, key);
  const names: string[] = [];
  for await (const { name } of client.listObjectsV2(bucket, '', true)) names.push(name);
  await client.removeObjects(bucket, names);
  await client.removeBucket(bucket);
}
