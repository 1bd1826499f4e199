import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { ask, download, type Client as FaultClient, type Play } from '../client.ts';
import type { Violation } from '../history.ts';

const LANES = 3;

/** People who say stop, at the collect endpoint and by one click: what was answered 202 or 200 is in the list, with its own reference, and nothing is there that nobody sent. */
export class Collects implements FaultClient {
  readonly name = 'collects';
  /** Addresses, and the reference that came with each. */
  readonly acknowledged = new Map<string, string>();
  readonly sent = new Set<string>();
  private refused = 0;

  async work(play: Play): Promise<void> {
    await Promise.all(Array.from({ length: LANES }, (_, lane) => this.lane(play, lane)));
  }

  private async lane(play: Play, lane: number): Promise<void> {
    for (let n = 0; !play.over.aborted; n++) {
      const email = `c${lane}-${n}@faults.example`;
      const reference = n % 4 === 0 ? `ref-${lane}-${n}` : '';
      this.sent.add(email);
      const { status } = await (reference ? this.click(play, email, reference) : this.collect(play, email));
      play.history.note(this.name, email, `${reference ? 'one click' : 'collect'} was answered ${status || 'nothing'}`);
      if (status === 202 || status === 200) this.acknowledged.set(email, reference);
      else this.refused++;
      await pause(status === 202 || status === 200 ? 5 : 100);
    }
  }

  private collect({ stage }: Play, email: string) {
    const body = { optoutListId: stage.listIds.Collected, email };
    return ask('POST', `${stage.system.collectUrl}/client-optout/collect`, { token: stage.token, body });
  }

  private click({ stage }: Play, email: string, reference: string) {
    const url = `${stage.linkUrl}?email=${encodeURIComponent(email)}&extRef=${reference}`;
    return ask('POST', url, { form: 'List-Unsubscribe=One-Click' });
  }

  async check(play: Play): Promise<Violation[]> {
    const rows = await download(play, 'Collected', ['plain', 'metadata']);
    if (!rows) return [{ promise: 'a download comes', about: 'Collected', found: 'no file within two minutes' }];
    const listed = new Map(rows.map((row) => row.split(',') as [string, string]));
    const lost = [...this.acknowledged]
      .filter(([email, reference]) => listed.get(email) !== reference)
      .map(([about]) => ({
        promise: 'an acknowledged opt-out is in its list, with its own reference',
        about,
        found: listed.has(about) ? `the reference "${listed.get(about)}"` : 'not in the list',
      }));
    const invented = [...listed.keys()]
      .filter((email) => !this.sent.has(email))
      .map((about) => ({ promise: 'a list holds what was sent', about, found: 'in the list' }));
    return [...lost, ...invented, ...(await this.doubled(play))];
  }

  /** Nothing is sent twice, so nothing may be recorded twice. */
  private async doubled({ stage }: Play): Promise<Violation[]> {
    const client = new Client({ connectionString: stage.databaseUrls.optout });
    await client.connect();
    const { rows } = await client.query(
      'SELECT plain, count(*)::int AS times FROM collected GROUP BY list_id, key, plain HAVING count(*) > 1',
    );
    await client.end();
    return rows.map(({ plain, times }) => ({
      promise: 'an event takes effect once',
      about: plain,
      found: `recorded ${times} times`,
    }));
  }

  summary(): string {
    return `${this.acknowledged.size} opt-outs acknowledged, ${this.refused} refused or unanswered`;
  }
}
