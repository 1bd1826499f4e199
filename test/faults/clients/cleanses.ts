import { setTimeout as pause } from 'node:timers/promises';
import { zipMembers } from '../../../tools/demo/zip-members.ts';
import { ask, type Client, fetchBytes, insist, type Play, WORK_PATIENCE_MS } from '../client.ts';
import type { Violation } from '../history.ts';
import type { Downloads } from './downloads.ts';

/** A mailer that has its own list cleansed: whoever was in the list before is taken out, nobody else is, and no line is lost. */
export class Cleanses implements Client {
  readonly name = 'cleanses';
  private readonly downloads: Downloads;
  private readonly pauseMs: number;
  private readonly violations: Violation[] = [];
  private count = 0;

  constructor(downloads: Downloads, pauseMs = 3_000) {
    this.downloads = downloads;
    this.pauseMs = pauseMs;
  }

  async work(play: Play): Promise<void> {
    for (let number = 0; !play.over.aborted; number++) {
      await this.cleanse(play, number);
      await pause(this.pauseMs);
    }
  }

  private async cleanse(play: Play, number: number): Promise<void> {
    const about = `mailing list ${number}`;
    const optedOut = this.downloads.seen.slice(-play.random.between(1, 2_000));
    const others = Array.from({ length: play.random.between(1, 2_000) }, (_, n) => `m${number}-${n}@faults.example`);
    const answer = await this.send(play, [...optedOut, ...others].join('\n'));
    play.history.note(
      this.name,
      about,
      `${optedOut.length} opted out, ${others.length} not: ${answer.result} ${answer.error_code ?? ''}`,
    );
    if (answer.result !== 'success') return;
    const redirect = await insist(
      () => ask('GET', String(answer.download_link)),
      ({ status }) => status === 302,
      WORK_PATIENCE_MS,
    );
    const zip = redirect && (await fetchBytes(String(redirect.headers.get('location'))));
    if (!zip) return void this.violations.push({ promise: 'a cleansed list comes', about, found: 'none in minutes' });
    this.count++;
    const linesOf = (name: string) =>
      zipMembers(zip)
        .filter((member) => member.name.startsWith(name))
        .flatMap(({ content }) => content.toString().split('\n').filter(Boolean));
    this.compare(about, 'who opted out is taken out of a mailing list', linesOf('matches_list'), optedOut);
    this.compare(about, 'nobody else is taken out of a mailing list', linesOf('cleansed_list'), others);
  }

  private compare(about: string, promise: string, found: string[], wanted: string[]): void {
    if (found.length === wanted.length && found.every((line, n) => line === wanted[n])) return;
    const has = new Set(found);
    const missing = wanted.filter((line) => !has.has(line));
    this.violations.push({
      promise,
      about,
      found: `${found.length} lines, not ${wanted.length}; ${missing[0]} is missing`,
    });
  }

  private async send({ stage }: Play, list: string): Promise<Record<string, unknown>> {
    const { key, token } = stage.mailer;
    const form = new FormData();
    form.set('file', new Blob([list], { type: 'text/plain' }), 'list.txt');
    try {
      const answer = await fetch(`${stage.system.mailerUrl}/accesskey/cleanse/${key}?token=${token}`, {
        method: 'POST',
        body: form,
        signal: AbortSignal.timeout(60_000),
      });
      return (await answer.json()) as Record<string, unknown>;
    } catch {
      return { result: 'no answer' };
    }
  }

  async check(): Promise<Violation[]> {
    return this.violations;
  }

  summary(): string {
    return `${this.count} mailing lists cleansed`;
  }
}
