/**
 * Unicode's default lower-casing (The Unicode Standard, section 3.13, rule R2): independent of any locale, with the final sigma and the full mapping of `İ`, which is longer than the
 * capital was. Idempotent. The only place in the code base that lower-cases an address; PostgreSQL's lower() follows the database's locale and must not be used for it.
 */
export function lowerCase(text: string): string {
  return text.toLowerCase();
}
