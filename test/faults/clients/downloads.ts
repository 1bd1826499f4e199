import { setTimeout as pause } from 'node:timers/promises';
import { type Client, download, type Play, WORK_PATIENCE_MS } from '../client.ts';
import type { Violation } from '../history.ts';

/** A list that only grows: each download comes, is whole, and lacks nothing that an earlier one had. */
export class Downloads implements Client {
  readonly name = 'downloads';
  private readonly violations: Violation[] = [];
  private count = 0;
  /** What the last one had. */
  seen: string[] = [];

  private readonly pauseMs: number;

  constructor(pauseMs = 1_000) {
    this.pauseMs = pauseMs;
  }

  async work(play: Play): Promise<void> {
    while (!play.over.aborted) {
      const about = `download ${this.count++}`;
      const rows = await download(play, 'Collected', ['plain'], WORK_PATIENCE_MS);
      play.history.note(this.name, about, rows ? `${rows.length} rows` : 'did not come');
      if (!rows) this.violations.push({ promise: 'a download comes', about, found: 'no file within ten minutes' });
      const before = this.seen;
      const now = new Set(rows ?? before);
      const missing = before.filter((email) => !now.has(email));
      if (missing.length > 0)
        this.violations.push({
          promise: 'a download lacks nothing that an earlier one had',
          about,
          found: `${missing.length} missing, such as ${missing[0]}`,
        });
      if (rows && now.size !== rows.length)
        this.violations.push({ promise: 'no opt-out is in a download twice', about, found: 'repeats' });
      this.seen = rows ?? before;
      await pause(this.pauseMs);
    }
  }

  async check(): Promise<Violation[]> {
    return this.violations;
  }

  summary(): string {
    return `${this.count} downloads`;
  }
}
