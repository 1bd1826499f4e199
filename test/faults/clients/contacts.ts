import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ask, type Client, insist, type Play } from '../client.ts';
import type { Violation } from '../history.ts';
import type { Subscriber } from '../subscriber.ts';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

/** Contacts and their subscriptions: what was answered 2xx is there, and each brand of it has been told once, as one event. */
export class Contacts implements Client {
  readonly name = 'contacts';
  private readonly subscriber: Subscriber;
  /** Brand ids by address. */
  private readonly acknowledged = new Map<string, Set<string>>();
  /** Those whose answer never came, or was a failure: they may be there or not. */
  private readonly unknown = new Set<string>();

  constructor(subscriber: Subscriber) {
    this.subscriber = subscriber;
  }

  async work(play: Play): Promise<void> {
    const [first, second] = play.stage.brandIds as [string, string];
    for (let n = 0; !play.over.aborted; n++) {
      const email = `k${n}@faults.example`;
      const created = await this.send(play, email, 'contacts', { email, brandIds: [first] });
      if (created === 201) this.acknowledged.set(email, new Set([first]));
      else this.unknown.add(email);
      if (created === 201 && n % 3 === 0) {
        const added = await this.send(play, email, `contacts/${md5(email)}/subscriptions`, { brandIds: [second] });
        if (added === 200) this.acknowledged.get(email)!.add(second);
      }
      await pause(created === 201 ? 10 : 200);
    }
  }

  private async send({ stage, history }: Play, email: string, path: string, body: object): Promise<number> {
    const url = `${stage.system.baseUrl}/deploy/v1/${path}`;
    const { status } = await ask('POST', url, { token: stage.apiKey, body });
    history.note(this.name, email, `POST ${path.replace(/[0-9a-f]{32}/, '…')} was answered ${status || 'nothing'}`);
    return status;
  }

  async check(play: Play): Promise<Violation[]> {
    const violations: Violation[] = [];
    for (const [email, brandIds] of this.acknowledged) {
      const present = await this.brandsOf(play, email);
      for (const brandId of brandIds)
        if (!present?.includes(brandId))
          violations.push({ promise: 'an acknowledged subscription is there', about: email, found: `${present}` });
      for (const brandId of present ?? []) {
        const events = this.subscriber.eventsOf(md5(email), brandId);
        if (events.size !== 1)
          violations.push({ promise: 'one event a new subscription', about: email, found: `${events.size} events` });
      }
    }
    for (const email of this.unknown) {
      const present = (await this.brandsOf(play, email)) ?? [];
      for (const brandId of play.stage.brandIds) {
        const events = this.subscriber.eventsOf(md5(email), brandId).size;
        const wanted = present.includes(brandId) ? 1 : 0;
        if (events !== wanted)
          violations.push({ promise: 'events tell what is so', about: email, found: `${events}, not ${wanted}` });
      }
    }
    return violations;
  }

  /** `undefined` when there is no such contact. */
  private async brandsOf({ stage }: Play, email: string): Promise<string[] | undefined> {
    const url = `${stage.system.baseUrl}/deploy/v1/contacts/${md5(email)}`;
    const answer = await insist(
      () => ask('GET', url, { token: stage.apiKey }),
      ({ status }) => status === 200 || status === 404,
    );
    return answer?.json.brandIds as string[] | undefined;
  }

  summary(): string {
    return `${this.acknowledged.size} contacts acknowledged, ${this.unknown.size} refused or unanswered`;
  }
}
