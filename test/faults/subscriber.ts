/** A customer's automation: a durable queue of its own on the exchange, each event acknowledged once it is noted; it connects again as often as it must. */
import { setTimeout as pause } from 'node:timers/promises';
import { type ChannelModel, connect } from 'amqplib';

const QUEUE = 'faults.brand-subscribe';

export class Subscriber {
  private readonly seen = new Map<string, Set<string>>();
  private readonly byAccount = new Map<string, Set<string>>();
  private connection: ChannelModel | undefined;
  private closed = false;

  /** Resolves when the queue is bound. */
  async listen(url: string): Promise<void> {
    this.connection = await connect(url);
    this.connection.on('error', () => {});
    this.connection.once('close', () => void this.again(url));
    const channel = await this.connection.createChannel();
    channel.on('error', () => {});
    await channel.assertQueue(QUEUE, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
    await channel.bindQueue(QUEUE, 'heed.events', 'brand-subscribe');
    await channel.consume(QUEUE, (message) => {
      if (!message) return void this.connection?.close().catch(() => {});
      const { id, data } = JSON.parse(message.content.toString());
      this.of(data.emailMd5, data.brandId).add(id);
      this.idsOf(data.accountId).add(id);
      channel.ack(message);
    });
  }

  /** Ids of the events about this subscription; a repeated message has the same id. */
  eventsOf(emailMd5: string, brandId: string): ReadonlySet<string> {
    return this.of(emailMd5, brandId);
  }

  /** Ids of all events of an account. */
  idsOf(accountId: string): Set<string> {
    const ids = this.byAccount.get(accountId) ?? new Set();
    this.byAccount.set(accountId, ids);
    return ids;
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.connection?.close().catch(() => {});
  }

  private of(emailMd5: string, brandId: string): Set<string> {
    const key = `${emailMd5}/${brandId}`;
    const ids = this.seen.get(key) ?? new Set();
    this.seen.set(key, ids);
    return ids;
  }

  private async again(url: string): Promise<void> {
    while (!this.closed) {
      try {
        return await this.listen(url);
      } catch {
        await pause(500);
      }
    }
  }
}
