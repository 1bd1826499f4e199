/** A JSON Pointer to a value of the body, each part escaped (RFC 6901 §3); no parts point at the whole body. */
export function pointer(...parts: (string | number)[]): string {
  return parts.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
