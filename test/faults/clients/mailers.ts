import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { zipMembers } from '../../../tools/demo/zip-members.ts';
import { ask, type Client, insist, type Play } from '../client.ts';
import type { Violation } from '../history.ts';
import type { Collects } from './collects.ts';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

/** A mailer that fetches the whole list once, and deltas from then on: together they hold every acknowledged opt-out, and nothing that nobody sent. */
export class Mailers implements Client {
  readonly name = 'mailers';
  private readonly collects: Collects;
  private readonly keys = new Set<string>();
  private readonly violations: Violation[] = [];
  private files = 0;

  constructor(collects: Collects) {
    this.collects = collects;
  }

  async work(play: Play): Promise<void> {
    while (!play.over.aborted) {
      await this.fetchNext(play);
      await pause(1_500);
    }
  }

  /** The first file, or what came in since the last one that was fetched. */
  private async fetchNext(play: Play): Promise<void> {
    const { stage, history } = play;
    const { key, token } = stage.mailer;
    const deltas = this.files > 0 ? '&deltas=1' : '';
    const url = `${stage.system.mailerUrl}/accesskey/download/${key}?token=${token}&format=md5${deltas}`;
    const prepared = await ask('GET', url);
    const about = `suppression file ${this.files}`;
    history.note(
      this.name,
      about,
      `prepare was answered ${prepared.status} ${prepared.json.error_code ?? prepared.json.result}`,
    );
    if (prepared.json.result !== 'success') return;
    const redirect = await insist(
      () => ask('GET', String(prepared.json.download_link)),
      ({ status }) => status === 302,
      180_000,
    );
    if (!redirect)
      return void this.violations.push({ promise: 'a prepared file comes', about, found: 'none within three minutes' });
    const zip = await this.bytes(String(redirect.headers.get('location')));
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

  private async bytes(url: string): Promise<Buffer | undefined> {
    for (let tries = 0; tries < 120; tries++) {
      try {
        const response = await fetch(url, { signal: AbortSignal.timeout(40_000) });
        if (response.ok) return Buffer.from(await response.arrayBuffer());
        await response.body?.cancel();
      } catch {
        // The storage is being harmed; the link works any number of times.
      }
      await pause(1_000);
    }
    return undefined;
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
