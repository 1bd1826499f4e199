/**
 * Where a page begins: a time of RFC 3339, to the microsecond, as the database has it. A Date keeps milliseconds alone, and what lies between the shortened time and the real one would be on no page.
 */
export interface PageStart {
  readonly date: Date;
  /** Beyond the date's milliseconds: 0 to 999. */
  readonly micros: number;
}

/** @param text a valid time; its offset may be any */
export function pageStart(text: string): PageStart {
  const fraction = /\.(\d+)/.exec(text)?.[1] ?? '';
  return { date: new Date(text), micros: Number(fraction.padEnd(6, '0').slice(3, 6)) };
}
