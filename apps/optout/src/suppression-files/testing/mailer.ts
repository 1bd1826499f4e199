import type { SuppressionReady, SuppressionRequested } from '#contracts';
import type { SuppressionRig } from './suppression-rig.js';

/** Since when a mailer wants deltas: since the last file that it has fetched, or, by `delta_timestamp`, since it asked for that one. One that remembers nothing has no more than its newest file. */
export type Remembers = 'its last file' | 'when it asked' | 'nothing';

/** For tests: a mailer that fetches a file and then deltas, and what it has after them. */
export class Mailer {
  readonly has = new Set<string>();
  private since: string | undefined;

  constructor(
    private readonly rig: SuppressionRig,
    private readonly wanted: Pick<SuppressionRequested, 'optoutListId'> & Partial<SuppressionRequested>,
    private readonly remembers: Remembers = 'its last file',
  ) {}

  /** @returns the lines of the new file; none if there is nothing new, which is no other refusal */
  async fetch(format?: SuppressionRequested['format']): Promise<string[]> {
    const { answer, lines } = await this.ask(format);
    if (answer.errorCode && answer.errorCode !== 'empty_list') throw new Error(answer.errorCode);
    return lines;
  }

  async ask(format = this.wanted.format ?? 'md5'): Promise<{ answer: SuppressionReady; lines: string[] }> {
    const asked = await this.now();
    const answer = await this.rig.prepare({ ...this.wanted, format, ...(this.since && { since: this.since }) });
    const lines = answer.status === 'ready' ? await this.lines(answer) : [];
    if (this.remembers === 'nothing') this.has.clear();
    for (const line of lines) this.has.add(line);
    if (this.remembers === 'its last file') this.since = answer.watermark ?? this.since;
    if (this.remembers === 'when it asked' && (answer.status === 'ready' || answer.errorCode === 'empty_list'))
      this.since = asked;
    return { answer, lines };
  }

  private async lines(ready: SuppressionReady): Promise<string[]> {
    const members = Object.entries(await this.rig.members(ready));
    return members.find(([name]) => name.startsWith('suppression_list'))![1];
  }

  /** Finer than the seconds of `delta_timestamp`, which would have each delta repeat what is less than a second old. */
  private async now(): Promise<string> {
    const [{ now }] = await this.rig.database.query(
      `SELECT to_char((clock_timestamp() - interval '1 microsecond') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS now`,
    );
    return now;
  }
}
