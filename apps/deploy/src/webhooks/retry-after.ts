/** The seconds that a Retry-After (RFC 9110, section 10.2.3) asks for, as a number or as a date; undefined where it says nothing that can be understood. */
export function retryAfterSeconds(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,10}$/.test(header)) return Number(header);
  // Node reads other forms as well, all of them with letters.
  const date = /[a-z]/i.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - nowMs) / 1_000));
}
