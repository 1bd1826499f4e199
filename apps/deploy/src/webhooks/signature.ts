import { createHmac } from 'node:crypto';

/**
 * The value of `webhook-signature` as Standard Webhooks says: HMAC-SHA256 over `id.timestamp.body` in base64 after `v1,`, one for each secret, separated by blanks.
 * @param secrets each `whsec_` and the base64 of its bytes
 * @param timestamp seconds since 1970
 */
export function signature(secrets: readonly string[], id: string, timestamp: number, body: string): string {
  const signed = `${id}.${timestamp}.${body}`;
  return secrets
    .map((secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    .join(' ');
}
