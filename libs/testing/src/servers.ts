import { randomBytes } from 'node:crypto';
import { s3Kinds, testS3, testServers } from '../../../tools/checks/test-instances.ts';
import type { S3Address } from '../../../tools/servers/index.ts';

export type { S3Address } from '../../../tools/servers/index.ts';

/** The shared servers' addresses and superusers. They run already, so this takes a moment only. */
export function servers() {
  return testServers();
}

/** Each kind of S3 server that this machine can have, for contract tests. */
export function s3Servers(): Promise<S3Address[]> {
  return Promise.all(s3Kinds.map((kind) => testS3(kind)));
}

/** A name that no other test file has. */
export function uniqueName(prefix: string): string {
  return `${prefix}_${randomBytes(6).toString('hex')}`;
}
