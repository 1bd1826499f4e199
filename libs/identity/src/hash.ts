import { hash } from 'node:crypto';

/** MD5 of the text's UTF-8, 32 lower-case hex digits. An identity, not a protection. */
export function md5Hex(text: string): string {
  return hash('md5', text, 'hex');
}

/** SHA-512 of the text's UTF-8, 128 lower-case hex digits. */
export function sha512Hex(text: string): string {
  return hash('sha512', text, 'hex');
}

/** Whether the text has the form of an MD5, in either case. */
export function isMd5Hex(text: string): boolean {
  return /^[0-9a-f]{32}$/i.test(text);
}

/** Whether the text has the form of a SHA-512, in either case. */
export function isSha512Hex(text: string): boolean {
  return /^[0-9a-f]{128}$/i.test(text);
}
