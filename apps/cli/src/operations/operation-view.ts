/** An operation as the admin API of deploy tells it. */
export interface OperationView {
  id: string;
  kind: string;
  status: 'running' | 'succeeded' | 'failed' | 'cancelled';
  /** Bytes of an import, contacts of the others. */
  done: number;
  /** Left out until it is known. */
  total?: number;
  counts: Record<string, number>;
  message?: string;
  startedBy: string;
  startedAt: string;
  finishedAt?: string;
}

/** 0 to 1; undefined until it is known. */
export function shareOf({ done, total, status }: OperationView): number | undefined {
  if (status === 'succeeded') return 1;
  return total === undefined ? undefined : done / Math.max(1, total);
}

/** `created 3, updated 0`. */
export function countsOf({ counts }: OperationView): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}
