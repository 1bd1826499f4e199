/** Start of a day in UTC; undefined where the text isn't a day that exists, as yyyy-MM-dd from year 1 on. */
export function startOfDay(text: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith('0000')) return undefined;
  const date = new Date(`${text}T00:00:00.000Z`);
  // 30 February would become 2 March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? date : undefined;
}

/** Start of the day after; undefined after the last day that a timestamp has (year 9999). */
export function endOfDay(text: string): Date | undefined {
  const start = startOfDay(text);
  return start && text !== '9999-12-31' ? new Date(start.getTime() + 86_400_000) : undefined;
}
