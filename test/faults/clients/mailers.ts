import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { zipMembers } from '../../../tools/demo/zip-members.ts';
import { type Answer, ask, type Client, fetchBytes, insist, type Play, WORK_PATIENCE_MS } from '../client.ts';
import type { Violation } from '../history.ts';
import type { Collects } from './collects.ts';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

/** Also in a run that is short. */
const LEAST_FILES = 5;

/** A mailer that fetches the whole list once, and deltas from then on: together they hold every acknowledged opt-out, and nothing that nobody sent. */
export class Mailers implements Client {
  readonly name = 'mailers';
  private readonly collects: Collects;
  private readonly pauseMs: number;
  private readonly keys = new Set<string>();
  private readonly violations: Violation[] = [];
  private files = 0;

  constructor(collects: Collects, pauseMs = 1_500) {
    this.collects = collects;
    this.pauseMs = pauseMs;
  }

  async work(play: Play): Promise<void> {
    for (let n = 1; n <= LEAST_FILES || !play.over.aborted; n++) {
      // Every third time it asks and never comes for the file: that must cost it nothing.
      if (n % 3 === 0) await this.prepare(play);
      else await this.fetchNext(play);
      await pause(this.pauseMs);
    }
  }

  /** The first file, or what came in since the last one that was fetched. */
  private async fetchNext(play: Play): Promise<void> {
    const { history } = play;
    const { about, prepared } = await this.prepare(play);
    if (prepared.json.result !== 'success') return;
    const redirect = await insist(
      () => ask('GET', String(prepared.json.download_link)),
      ({ status }) => status === 302,
      WORK_PATIENCE_MS,
    );
    if (!redirect)
      return void this.violations.push({ promise: 'a prepared file comes', about, found: 'none within ten minutes' });
    const zip = await fetchBytes(String(redirect.headers.get('location')));
    if (!zip)
      return void this.violations.push({
        promise: 'a link of a file works',
        about,
        found: 'no file within two minutes',
      });
    const lines = zipMembers(zip).flatMap(({ content }) => content.toString('latin1').split('\n').slice(0, -1));
    history.note(this.name, about, `${lines.length} keys`);
    for (const line of lines) this.keys.add(line);
    this.files++;
  }

  private async prepare({ stage, history }: Play): Promise<{ about: string; prepared: Answer }> {
    const { key, token } = stage.mailer;
    const deltas = this.files > 0 ? '&deltas=1' : '';
    const url = `${stage.system.mailerUrl}/accesskey/download/${key}?token=${token}&format=md5${deltas}`;
    const prepared = await ask('GET', url);
    const about = `suppression file ${this.files}`;
    const { error_code: code, result } = prepared.json;
    history.note(this.name, about, `prepare was answered ${prepared.status} ${code ?? result}`);
    return { about, prepared };
  }

  async check(play: Play): Promise<Violation[]> {
    await this.fetchNext(play);
    const missing = [...this.collects.acknowledged.keys()].filter((email) => !this.keys.has(md5(email)));
    const sent = new Set([...this.collects.sent].map(md5));
    const invented = [...this.keys].filter((key) => !sent.has(key));
    return [
      ...this.violations,
      ...missing.map((about) => ({
        promise: 'the first file and its deltas hold the whole list',
        about,
        found: 'in none',
      })),
      ...invented.map((about) => ({ promise: 'a suppression file holds what was sent', about, found: 'in a file' })),
    ];
  }

  summary(): string {
    return `${this.files} suppression files, ${this.keys.size} keys in them`;
  }
}
