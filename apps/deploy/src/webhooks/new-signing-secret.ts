import { randomBytes } from 'node:crypto';

const BYTES = 32;

/** A secret in the form of Standard Webhooks: `whsec_` and the base64 of its bytes. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(BYTES).toString('base64')}`;
}
