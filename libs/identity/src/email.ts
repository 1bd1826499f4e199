import { isDomain } from './domain.js';
import { LETTERS } from './letters.js';
import { lowerCase } from './lower-case.js';

const MAX_BYTES = 254; // RFC 5321, section 4.5.3.1.3, less the angle brackets
const MAX_LOCAL_BYTES = 64; // RFC 5321, section 4.5.3.1.1

const ATOM = `[${LETTERS}[\\p{P}--\\p{ASCII}][a-zA-Z0-9!#$%&'*+\\/=?^_\`\\{\\|\\}~\\-]]+`;
const DOT_ATOM = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, 'v');

/**
 * Whether the text is an address that we take: a dot-atom (RFC 5322, section 3.2.3; beyond ASCII by RFC 6531) before the `@` and a domain after it; at most 254 bytes of UTF-8, 64 of
 * them before the `@`, in the form given and lower-cased; no surrounding blanks, quoted local parts or IP addresses.
 */
export function isEmail(text: string): boolean {
  if (!hasForm(text)) return false;
  const lower = lowerCase(text);
  return lower === text || hasForm(lower);
}

/** The address trimmed and lower-cased: the text whose hash is the identity. Undefined where it is no address. */
export function normaliseEmail(text: string): string | undefined {
  const trimmed = text.trim();
  return isEmail(trimmed) ? lowerCase(trimmed) : undefined;
}

/** What stands after the `@` of a normalised address. */
export function emailDomain(normalised: string): string {
  return normalised.slice(normalised.lastIndexOf('@') + 1);
}

function hasForm(text: string): boolean {
  if (text.length > MAX_BYTES || Buffer.byteLength(text) > MAX_BYTES) return false;
  const at = text.indexOf('@');
  const local = text.slice(0, at);
  return at > 0 && Buffer.byteLength(local) <= MAX_LOCAL_BYTES && DOT_ATOM.test(local) && isDomain(text.slice(at + 1));
}
