const UNKNOWN_SECONDS = 10;
const MOST_SECONDS = 3_600;

/** How long an operation will go on, in whole seconds from 1 to 3,600, if it keeps its pace. */
export function retryAfterSeconds({
  seconds,
  done,
  total,
}: {
  seconds: number;
  done: number;
  total: number | null;
}): number {
  if (total === null) return UNKNOWN_SECONDS;
  if (done >= total) return 1;
  if (done <= 0) return UNKNOWN_SECONDS;
  const left = ((total - done) * seconds) / done;
  return Math.min(MOST_SECONDS, Math.max(1, Math.ceil(left)));
}
