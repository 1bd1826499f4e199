import { createHash, randomBytes } from 'node:crypto';

/** A new random download token: 256 bits, which stand in one link and nowhere else. */
export function mintDownloadToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a download token. */
export function downloadTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
