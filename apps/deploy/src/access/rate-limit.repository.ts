import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { gathered } from '../database/gathered.js';

export interface Count {
  /** The how-manieth request of its minute this one is. */
  number: number;
  /** Until the minute is over: 1 to 60. */
  secondsLeft: number;
}

interface Row {
  key: string;
  requests: number;
  secondsLeft: number;
}

/** Counts requests by the clock of PostgreSQL, so that all replicas count together. */
@Injectable()
export class RateLimitRepository {
  constructor(private readonly dataSource: DataSource) {}

  readonly count = gathered(async (keys: string[]): Promise<Count[]> => {
    const times = new Map<string, number>();
    for (const key of keys) times.set(key, (times.get(key) ?? 0) + 1);
    // Sorted: two replicas that count the same keys must lock them in the same order.
    const counted = [...times].sort(([a], [b]) => (a < b ? -1 : 1));
    const rows: Row[] = await this.dataSource.query(
      `INSERT INTO api_key_rate AS r (key_id, minute, requests)
       SELECT key, date_trunc('minute', clock_timestamp()), times FROM unnest($1::text[], $2::int[]) AS u (key, times)
       ON CONFLICT (key_id) DO UPDATE
         SET requests = excluded.requests + CASE WHEN r.minute < excluded.minute THEN 0 ELSE r.requests END,
             minute   = greatest(r.minute, excluded.minute)
       RETURNING key_id AS key, requests,
                 greatest(1, ceil(extract(epoch FROM minute + interval '1 minute' - clock_timestamp())))::int AS "secondsLeft"`,
      [counted.map(([key]) => key), counted.map(([, n]) => n)],
    );
    const rowOf = new Map(rows.map((row) => [row.key, row]));
    const numberOf = new Map(rows.map(({ key, requests }) => [key, requests - times.get(key)!]));
    return keys.map((key) => {
      const number = numberOf.get(key)! + 1;
      numberOf.set(key, number);
      return { number, secondsLeft: rowOf.get(key)!.secondsLeft };
    });
  });
}
