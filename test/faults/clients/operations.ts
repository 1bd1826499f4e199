import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ask, type Client, insist, type Play, WORK_PATIENCE_MS } from '../client.ts';
import type { Violation } from '../history.ts';
import type { Subscriber } from '../subscriber.ts';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
/** Also in a run that is short. */
const LEAST_IMPORTS = 2;
/** Of each import so many contacts are looked at. */
const SAMPLES = 25;

interface Round {
  number: number;
  first: number;
  rows: number;
}

/** Bulk imports of contacts: each ends, with exact counts; the contacts are there with what their last import said, and each new subscription was told once. */
export class Operations implements Client {
  readonly name = 'operations';
  private readonly subscriber: Subscriber;
  private readonly pauseMs: number;
  private readonly rounds: Round[] = [];
  private readonly violations: Violation[] = [];
  private readonly seen = new Set<string>();

  constructor(subscriber: Subscriber, pauseMs = 500) {
    this.subscriber = subscriber;
    this.pauseMs = pauseMs;
  }

  async work(play: Play): Promise<void> {
    for (let number = 0; number < LEAST_IMPORTS || !play.over.aborted; number++) {
      await this.import(play, number);
      await pause(this.pauseMs);
    }
  }

  private async import(play: Play, number: number): Promise<void> {
    const { stage, history, random } = play;
    const about = `operation ${number}`;
    const before = this.rounds.at(-1);
    // Half of the last import's contacts come again.
    const first = before ? before.first + Math.floor(before.rows / 2) : 0;
    const rows = random.between(2_000, 30_000);
    const refused = random.between(0, 20);
    const known = Math.max(0, ...this.rounds.map((round) => round.first + round.rows));
    const updated = Math.min(rows, Math.max(0, known - first));
    const lines = ['email,brandIds,round'];
    for (let n = first; n < first + rows; n++)
      lines.push(`b${n}@faults.example,${n % 10 === 0 ? stage.bulk.brandId : ''},${number}`);
    for (let n = 0; n < refused; n++) lines.push(`nobody ${n},,1`);
    const upload = await this.upload(play, lines.join('\n'));
    const id = upload && (await this.start(play, upload));
    if (!id) return this.fail('an operation can be started when all is well', about);
    history.note(this.name, about, `${id}: ${rows} rows, ${updated} of contacts that were there`);
    const ended = await insist(
      () => ask('GET', `${stage.system.admin.deploy}/admin/v1/operations/${id}`, { token: stage.system.admin.token }),
      ({ status, json }) => status === 200 && json.status !== 'running',
      WORK_PATIENCE_MS,
    );
    history.note(this.name, about, `ended: ${JSON.stringify(ended?.json)}`);
    this.rounds.push({ number, first, rows });
    const counts = ended?.json.counts as Record<string, unknown> | undefined;
    const found = JSON.stringify([ended?.json.status, counts?.created, counts?.updated, counts?.refused]);
    const wanted = JSON.stringify(['succeeded', rows - updated, updated, refused]);
    if (found !== wanted)
      this.violations.push({ promise: `a bulk import ends, with exact counts: ${wanted}`, about, found });
  }

  private async upload({ stage }: Play, content: string): Promise<string | undefined> {
    const url = `${stage.system.admin.deploy}/admin/v1/accounts/${stage.bulk.accountId}/contact-uploads`;
    const prepared = await insist(
      () => ask('POST', url, { token: stage.system.admin.token }),
      ({ status }) => status === 200,
    );
    const put = async () => {
      try {
        const { status } = await fetch(String(prepared?.json.uploadUrl), {
          method: 'PUT',
          body: content,
          signal: AbortSignal.timeout(40_000),
        });
        return { status } as Awaited<ReturnType<typeof ask>>;
      } catch {
        return { status: 0 } as Awaited<ReturnType<typeof ask>>;
      }
    };
    const sent = prepared && (await insist(put, ({ status }) => status === 200));
    return sent && String(prepared.json.upload);
  }

  /** A start without an answer may have been one: nobody else starts any, so a new one is ours. */
  private async start({ stage }: Play, upload: string): Promise<string | undefined> {
    const { token } = stage.system.admin;
    const url = `${stage.system.admin.deploy}/admin/v1/accounts/${stage.bulk.accountId}/operations`;
    const started = await insist(
      async () => {
        const list = await ask('GET', url, { token });
        const unseen = (list.json.operations as { id: string }[] | undefined)?.find(({ id }) => !this.seen.has(id));
        if (list.status !== 200) return { ...list, status: 0 };
        if (unseen) return { ...list, json: unseen };
        return ask('POST', `${url}/contact-import`, { token, body: { upload, format: 'csv' } });
      },
      ({ status }) => status === 200,
    );
    const id = started && String(started.json.id);
    if (id) this.seen.add(id);
    return id;
  }

  private fail(promise: string, about: string): void {
    this.violations.push({ promise, about, found: 'no good answer within two minutes' });
  }

  async check(play: Play): Promise<Violation[]> {
    for (const round of this.rounds)
      for (let sample = 0; sample < SAMPLES; sample++)
        this.violations.push(...(await this.look(play, round.first + play.random.between(0, round.rows - 1))));
    return this.violations;
  }

  private async look({ stage }: Play, n: number): Promise<Violation[]> {
    const email = `b${n}@faults.example`;
    const answer = await insist(
      () => ask('GET', `${stage.system.baseUrl}/deploy/v1/contacts/${md5(email)}`, { token: stage.bulk.apiKey }),
      ({ status }) => status === 200 || status === 404,
    );
    const last = this.rounds.findLast(({ first, rows }) => n >= first && n < first + rows)!;
    const events = this.subscriber.eventsOf(md5(email), stage.bulk.brandId).size;
    const isSubscribed = n % 10 === 0;
    const { attributes, brandIds } = (answer?.json ?? {}) as { attributes?: { round: number }; brandIds?: string[] };
    if (attributes?.round !== last.number || brandIds?.length !== (isSubscribed ? 1 : 0))
      return [
        {
          promise: 'a contact is as its last import said',
          about: `operation ${last.number}`,
          found: `${email}: ${answer?.text}`,
        },
      ];
    if (events !== (isSubscribed ? 1 : 0))
      return [
        { promise: 'one event a new subscription', about: `operation ${last.number}`, found: `${events} of ${email}` },
      ];
    return [];
  }

  summary(): string {
    return `${this.rounds.length} bulk imports of ${this.rounds.reduce((sum, { rows }) => sum + rows, 0)} contacts`;
  }
}
