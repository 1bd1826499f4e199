interface Headers {
  headers: Record<string, string | string[] | undefined>;
}

/**
 * The credential that a request carries: `Authorization: Bearer …`, the scheme in any letter case (RFC 9110 §11.1).
 * @param options.bare take an Authorization header without a scheme as the credential itself
 * @param options.header another header that may carry it instead; Authorization wins
 */
export function credentialFrom(
  { headers }: Headers,
  options: { bare?: boolean; header?: string } = {},
): string | undefined {
  const authorization = single(headers.authorization)?.trim();
  if (authorization) {
    const match = /^bearer +(\S+)$/i.exec(authorization);
    if (match) return match[1];
    return options.bare && !/\s/.test(authorization) ? authorization : undefined;
  }
  return (options.header && single(headers[options.header])?.trim()) || undefined;
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
