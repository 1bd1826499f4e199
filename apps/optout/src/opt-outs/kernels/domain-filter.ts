const AT = 64;
const DOT = 46;

/** Whether the address in a stretch of bytes is of one of the domains, or below one: on label borders. */
export function domainFilter(domains: readonly string[]): (bytes: Buffer, from: number, to: number) => boolean {
  const roots = domains.map((domain) => Buffer.from(domain));
  return (bytes, from, to) =>
    roots.some((root) => {
      const start = to - root.length;
      if (start <= from || (bytes[start - 1] !== AT && bytes[start - 1] !== DOT)) return false;
      return bytes.compare(root, 0, root.length, start, to) === 0;
    });
}
