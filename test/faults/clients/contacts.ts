import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ask, type Client, insist, type Play } from '../client.ts';
import type { Violation } from '../history.ts';
import type { Subscriber } from '../subscriber.ts';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

/** Has no divisor in common with what contacts are chosen by. */
const LANES = 11;

/** What is known of one contact's subscription to one brand. */
interface Known {
  /** `undefined`: the answer never came, or was a failure. */
  present: boolean | undefined;
  /** Whether adding it is told. */
  told: boolean;
}

/**
 * Contacts and their subscriptions: what was answered 2xx is there, and each brand that was added has been told once, as one event. Nothing is told of what was refused, rolled back, suppressed or there
 * already.
 */
export class Contacts implements Client {
  readonly name = 'contacts';
  private readonly subscriber: Subscriber;
  /** By address, then by brand. */
  private readonly known = new Map<string, Map<string, Known>>();
  private acknowledged = 0;

  constructor(subscriber: Subscriber) {
    this.subscriber = subscriber;
  }

  async work(play: Play): Promise<void> {
    await Promise.all(Array.from({ length: LANES }, (_, lane) => this.lane(play, lane)));
  }

  private async lane(play: Play, lane: number): Promise<void> {
    for (let n = lane; !play.over.aborted; n += LANES) {
      const created = await this.create(play, n);
      if (created) await this.change(play, n);
      await pause(created ? 40 : 200);
    }
  }

  private async create(play: Play, n: number): Promise<boolean> {
    const email = emailOf(n);
    const brand = play.stage.brandIds[0]!;
    const told = n % 5 !== 0;
    const body = { email, brandIds: [brand], publishBrandSubscribeEvents: told };
    const isCreated = (await this.send(play, email, 'POST', 'contacts', body)) === 201;
    this.known.set(email, new Map([[brand, { present: isCreated || undefined, told }]]));
    if (isCreated) this.acknowledged++;
    return isCreated;
  }

  private async change(play: Play, n: number): Promise<void> {
    const [first, second] = play.stage.brandIds as [string, string];
    const email = emailOf(n);
    const subscriptions = `contacts/${md5(email)}/subscriptions`;
    const known = this.known.get(email)!;
    if (n % 3 === 0) {
      const body = { brandIds: [first, second], publishBrandSubscribeEvents: n % 2 === 0 };
      const status = await this.send(play, email, 'POST', subscriptions, body);
      known.set(second, { present: status === 200 || undefined, told: n % 2 === 0 });
    }
    if (n % 4 === 0) await this.send(play, email, 'POST', subscriptions, { brandIds: [first] });
    if (n % 7 === 0) await this.send(play, email, 'POST', 'contacts', { email, brandIds: [first, second] });
    if (n % 6 === 0) {
      const status = await this.send(play, email, 'DELETE', `${subscriptions}/${first}`);
      const isTold = known.get(first)!.told;
      known.set(first, { present: status === 204 ? false : undefined, told: isTold });
      this.left.add(`${email} ${first}`);
    }
  }

  /** Subscriptions that were there, and may be gone. */
  private readonly left = new Set<string>();

  private async send({ stage, history }: Play, email: string, method: string, path: string, body?: object) {
    const url = `${stage.system.baseUrl}/deploy/v1/${path}`;
    const { status } = await ask(method, url, { token: stage.apiKey, body });
    const what = `${method} ${path.replace(/[0-9a-f]{32}/, '…')} ${body ? JSON.stringify(body) : ''}`;
    history.note(this.name, email, `${what} was answered ${status || 'nothing'}`);
    return status;
  }

  async check(play: Play): Promise<Violation[]> {
    const violations: Violation[] = [];
    for (const [email, brands] of this.known) {
      const present = (await this.brandsOf(play, email)) ?? [];
      for (const brandId of play.stage.brandIds) {
        const { present: wanted, told } = brands.get(brandId) ?? { present: false, told: false };
        const isPresent = present.includes(brandId);
        const events = this.subscriber.eventsOf(md5(email), brandId).size;
        const wasThere = isPresent || this.left.has(`${email} ${brandId}`);
        if (wanted !== undefined && wanted !== isPresent)
          violations.push({
            promise: wanted ? 'an acknowledged subscription is there' : 'only what was asked for is subscribed',
            about: email,
            found: `brands ${present}`,
          });
        if (events !== (told && wasThere ? 1 : 0))
          violations.push({
            promise: told
              ? 'one event a new subscription, none for what was refused or rolled back'
              : 'no event of what is suppressed',
            about: email,
            found: `${events} events of ${brandId}, which ${wasThere ? 'was' : 'was not'} subscribed`,
          });
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
    return `${this.acknowledged} contacts acknowledged, ${this.known.size - this.acknowledged} refused or unanswered`;
  }
}

const emailOf = (n: number) => `k${n}@faults.example`;
