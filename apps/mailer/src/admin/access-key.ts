import { randomBytes, randomInt } from 'node:crypto';

const letters = (count: number) =>
  Array.from({ length: count }, () => String.fromCharCode(97 + randomInt(26))).join('');

/** A new access key: `m-<4 letters>-<letter><2 digits>-<32 hex>`. Opaque to everybody. */
export function mintAccessKey(): string {
  const digits = String(randomInt(100)).padStart(2, '0');
  return `m-${letters(4)}-${letters(1)}${digits}-${randomBytes(16).toString('hex')}`;
}
