import type { StorageSettings } from '#storage';
import { createBucket, removeBucket } from '../../../tools/servers/index.ts';
import { type S3Address, servers, uniqueName } from './servers.js';

export interface TestStorage extends StorageSettings {
  /** Removes the bucket with everything in it. */
  close: () => Promise<void>;
}

/** Storage settings with a bucket of this file's own, on the shared S3 server or the one given. */
export async function testStorage(server?: S3Address): Promise<TestStorage> {
  const s3 = server ?? (await servers()).s3;
  const bucket = uniqueName('test').replace('_', '-');
  await createBucket(s3, bucket);
  return {
    s3Endpoint: s3.endpoint,
    s3PublicUrl: s3.endpoint,
    s3Region: s3.region,
    s3Bucket: bucket,
    s3AccessKey: s3.accessKey,
    s3SecretKey: s3.secretKey,
    close: () => removeBucket(s3, bucket),
  };
}
