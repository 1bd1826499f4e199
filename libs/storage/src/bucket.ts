import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Client, LifecycleRule } from 'minio';
import type { StorageSettings } from './types.js';

/** Days after which the storage itself removes what nobody did. All are well beyond the last moment at which a file can be asked for; the services remove earlier what they know of. */
const EXPIRY_DAYS = { 'uploads/': 7, 'downloads/': 2, 'suppression/': 4, 'cleanse/': 2 };
const UNFINISHED_UPLOAD_DAYS = 1;

const TRIES = 5;
const FIRST_PAUSE_MS = 100;

/** Makes the bucket if it isn't there, and sets its rules. Any number of workers may do it at the same time: a server that refuses rules while others write them (Ceph's answers 500) is asked again. */
export async function ensureBucket(client: Client, settings: StorageSettings): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await setUp(client, settings);
      return;
    } catch (error) {
      if (tries === TRIES) throw error;
      await pause(FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + Math.random()));
    }
  }
}

async function setUp(client: Client, { s3Bucket, s3Region }: StorageSettings): Promise<void> {
  if (!(await client.bucketExists(s3Bucket))) await make(client, s3Bucket, s3Region);
  const expiry = Object.entries(EXPIRY_DAYS).map(([prefix, days]) => expiryRule(prefix, days));
  try {
    await client.setBucketLifecycle(s3Bucket, { Rule: [...expiry, unfinishedUploads()] });
  } catch (error) {
    if ((error as { code?: string }).code === 'AccessDenied') return tellRules(s3Bucket);
    // MinIO knows no rule for unfinished uploads and refuses the lot; it removes them by itself after a day.
    if (!isUnsupported(error)) throw error;
    await client.setBucketLifecycle(s3Bucket, { Rule: expiry });
  }
}

function tellRules(bucket: string): void {
  const rules = Object.entries(EXPIRY_DAYS).map(([prefix, days]) => `${prefix} after ${days} days`);
  new Logger('Storage').warn(
    `the S3 key may not set the lifecycle of the bucket ${bucket}. Have it remove ${rules.join(', ')}, and unfinished uploads after ${UNFINISHED_UPLOAD_DAYS} day`,
  );
}

async function make(client: Client, bucket: string, region: string): Promise<void> {
  try {
    await client.makeBucket(bucket, region);
  } catch (error) {
    if ((error as { code?: string }).code !== 'BucketAlreadyOwnedByYou') throw error;
  }
}

function expiryRule(prefix: string, days: number): LifecycleRule {
  const ID = `expire-${prefix.slice(0, -1)}`;
  return { ID, Status: 'Enabled', Filter: { Prefix: prefix }, Expiration: { Days: days } } as LifecycleRule;
}

function unfinishedUploads(): LifecycleRule {
  const AbortIncompleteMultipartUpload = { DaysAfterInitiation: UNFINISHED_UPLOAD_DAYS };
  return { ID: 'abort-unfinished-uploads', Status: 'Enabled', Filter: { Prefix: '' }, AbortIncompleteMultipartUpload };
}

function isUnsupported(error: unknown): boolean {
  return ['MalformedXML', 'InvalidArgument', 'InvalidRequest', 'NotImplemented'].includes(
    (error as { code?: string }).code ?? '',
  );
}
