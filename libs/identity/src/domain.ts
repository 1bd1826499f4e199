import { LETTERS } from './letters.js';
import { lowerCase } from './lower-case.js';

const MAX_BYTES = 253; // RFC 1035, section 2.3.4, less the root's own dot
const MAX_LABEL = 63;

// Beyond letters, IDNA knows a few signs inside a label by their context (RFC 5892, appendix A): the middle dots and the Hebrew geresh and gershayim.
const INNER = `[${LETTERS}[a-zA-Z0-9\\-\\u00B7\\u30FB\\u05F3\\u05F4]]`;
const OUTER = `[${LETTERS}[a-zA-Z0-9\\u05F3\\u05F4]]`;
const LABEL = new RegExp(`^${OUTER}(?:${INNER}*${OUTER})?$`, 'v');
const ALL_DIGITS = /^\d+$/;

/**
 * Whether the text is a host name of two labels or more: letters, digits and inner hyphens (RFC 1123, section 2.1), letters beyond ASCII welcome, labels of 1 to 63 characters, at most
 * 253 bytes of UTF-8. A name that ends in digits alone is an IP address or nothing, and a last dot is refused.
 */
export function isDomain(text: string): boolean {
  if (text.length > MAX_BYTES || Buffer.byteLength(text) > MAX_BYTES) return false;
  const labels = text.split('.');
  return labels.length >= 2 && labels.every(isLabel) && !ALL_DIGITS.test(labels.at(-1)!);
}

/** The domain trimmed and lower-cased, or undefined where it is none. */
export function normaliseDomain(text: string): string | undefined {
  const domain = lowerCase(text.trim());
  return isDomain(domain) ? domain : undefined;
}

/** The domains of a list that is separated by commas with optional blanks; undefined where an entry is empty or no domain. */
export function normaliseDomains(text: string): string[] | undefined {
  const domains = text.split(',').map(normaliseDomain);
  return domains.every((domain) => domain !== undefined) ? domains : undefined;
}

/** Whether the domain is the root or below it, on label borders: `co.uk` matches `a.co.uk`, not `aco.uk`. Both normalised. */
export function domainMatches(domain: string, root: string): boolean {
  return domain === root || domain.endsWith(`.${root}`);
}

function isLabel(label: string): boolean {
  return [...label].length <= MAX_LABEL && LABEL.test(label);
}
