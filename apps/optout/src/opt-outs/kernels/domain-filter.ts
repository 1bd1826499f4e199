const AT = 64;
const DOT = 46;

/** Whether the address in a stretch of bytes is of one of the domains, or below one: on label borders. However many domains there are, an address is read once. */
export function domainFilter(domains: readonly string[]): (bytes: Buffer, from: number, to: number) => boolean {
  const roots = new Set(domains);
  // A text is made of what may be one of them alone.
  const lengths = new Set(domains.map((domain) => Buffer.byteLength(domain)));
  return (bytes, from, to) => {
    for (let border = to - 1; border >= from; border--) {
      const sign = bytes[border];
      if (sign !== AT && sign !== DOT) continue;
      if (lengths.has(to - border - 1) && roots.has(bytes.toString('utf8', border + 1, to))) return true;
      if (sign === AT) return false;
    }
    return false;
  };
}
