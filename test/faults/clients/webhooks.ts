import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, eventuallyTrue, type Play } from '../client.ts';
import type { Violation } from '../history.ts';
import { Random } from '../random.ts';
import type { Subscriber } from '../subscriber.ts';

const MOST_DELAY_MS = 200;

const SECRET = (stage: Play['stage']) => Buffer.from(stage.webhookSecret.replace('whsec_', ''), 'base64');

/** A customer's endpoint, often out of order unless it is reliable: whatever is published arrives with a 2xx at last, properly signed, and nothing else does. */
export class Webhooks implements Client {
  readonly name = 'webhooks';
  private readonly subscriber: Subscriber;
  /** Ids of `brand-subscribe` that were answered 2xx. */
  private readonly delivered = new Set<string>();
  private readonly violations: Violation[] = [];
  private readonly server = createServer((request, response) => void this.receive(request, response));
  private readonly random: Random;
  private readonly reliable: boolean;
  private attempts = 0;
  private play: Play | undefined;

  constructor(subscriber: Subscriber, seed: number, { reliable = false } = {}) {
    this.subscriber = subscriber;
    this.random = new Random(seed);
    this.reliable = reliable;
  }

  /** @returns its address */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  async work(play: Play): Promise<void> {
    this.play = play;
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    try {
      for await (const chunk of request) body += chunk;
    } catch {
      return;
    }
    this.attempts++;
    if (!this.reliable && !(await this.isInOrder(request, response))) return;
    this.accept(request.headers as Record<string, string>, body);
    response.writeHead(204).end();
  }

  /** Answers after a while, sometimes badly or not at all; false if it has. */
  private async isInOrder(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const luck = this.play?.over.aborted ? 1 : this.random.next();
    await pause(MOST_DELAY_MS * luck);
    // Who has left doesn't hear that it was taken.
    if (request.socket.destroyed) return false;
    if (luck < 0.02) request.socket.destroy();
    else if (luck < 0.06) response.writeHead(500).end();
    else return true;
    return false;
  }

  private accept(headers: Record<string, string>, body: string): void {
    const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '', 'webhook-signature': signature = '' } = headers;
    if (!this.play) return;
    const wanted = createHmac('sha256', SECRET(this.play.stage)).update(`${id}.${timestamp}.${body}`).digest('base64');
    const event = JSON.parse(body) as { id: string; type: string };
    if (!signature.split(' ').includes(`v1,${wanted}`) || event.id !== id)
      this.violations.push({ promise: 'a webhook is signed', about: `webhook ${id}`, found: signature });
    if (event.type === 'brand-subscribe') this.delivered.add(id);
    this.play.history.note(this.name, `webhook ${id}`, 'answered 204');
  }

  async check({ stage }: Play): Promise<Violation[]> {
    const published = this.subscriber.idsOf(stage.accountId);
    await eventuallyTrue(() => published.isSubsetOf(this.delivered), 60_000);
    this.server.close();
    this.server.closeAllConnections();
    const story = (ids: Iterable<string>, promise: string, found: string) =>
      [...ids].map((id) => ({ promise, about: `webhook ${id}`, found }));
    return [
      ...this.violations,
      ...story(published.difference(this.delivered), 'every event reaches the webhook', 'never delivered'),
      ...story(
        this.delivered.difference(published),
        'a webhook tells what was published',
        'delivered, and never published',
      ),
    ];
  }

  summary(): string {
    return `${this.delivered.size} events delivered in ${this.attempts} attempts`;
  }
}
