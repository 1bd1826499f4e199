import { randomBytes } from 'node:crypto';
import { minioIsPossible, type S3Address, startServers } from '../../../tools/servers/index.ts';
import { testInstance } from './instance.js';

export type { S3Address } from '../../../tools/servers/index.ts';

/** The shared servers' addresses and superusers. They run already, so this takes a moment only. */
export function servers() {
  return startServers({ ...testInstance, postgres: true, rabbitmq: true, s3: 'any' });
}

/** Each kind of S3 server that this machine can have, for contract tests: radosgw, and MinIO where Go is. */
export async function s3Servers(): Promise<S3Address[]> {
  const kinds = minioIsPossible() ? (['minio', 'radosgw'] as const) : (['radosgw'] as const);
  return Promise.all(kinds.map(async (s3) => (await startServers({ ...testInstance, s3 })).s3));
}

/** A name that no other test file has. */
export function uniqueName(prefix: string): string {
  return `${prefix}_${randomBytes(6).toString('hex')}`;
}
