import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** How a way is at the moment. `busy` answers as S3 does that can't cope, without asking the server. */
export type Mood =
  | { kind: 'open' }
  | { kind: 'slow'; ms: number }
  | { kind: 'stalled' }
  | { kind: 'refusing' }
  | { kind: 'torn'; afterBytes: number }
  | { kind: 'busy' };

const OPEN: Mood = { kind: 'open' };
const BUSY = ['HTTP/1.1 503 Service Unavailable', 'content-type: application/xml', 'connection: close', ''];
const SLOW_DOWN =
  '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Reduce your request rate.</Message></Error>';

interface Pair {
  client: Socket;
  server: Socket;
  /** Bytes that were carried since the mood changed. */
  sent: number;
  /** How far a relay's transaction is that goes this way. */
  relay: 'none' | 'took' | 'has events';
}

/** The way between a client and a server: a TCP proxy of the harness that carries everything unchanged, until harm is done to it. */
export class Link {
  port = 0;
  private readonly target: () => number;
  private readonly server: Server;
  private readonly pairs = new Set<Pair>();
  private mood: Mood = OPEN;
  private changed = Promise.withResolvers<void>();
  private trap: { then: 'goes on' | 'is lost'; sprung: () => void; released: Promise<void> } | undefined;

  /** @param target the port of loopback where the server is now */
  constructor(target: () => number) {
    this.target = target;
    this.server = createServer({ allowHalfOpen: true }, (client) => this.accept(client));
  }

  async listen(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as { port: number }).port;
  }

  set(mood: Mood): void {
    this.mood = mood;
    for (const pair of this.pairs) pair.sent = 0;
    this.changed.resolve();
    this.changed = Promise.withResolvers();
    if (mood.kind === 'refusing' || mood.kind === 'busy') this.cut();
  }

  heal(): void {
    if (this.mood !== OPEN) this.set(OPEN);
  }

  /** Resets all connections. */
  cut(): void {
    for (const { client, server } of this.pairs) {
      client.resetAndDestroy();
      server.resetAndDestroy();
    }
  }

  /**
   * Waits for a relay to commit the removal of events that the broker has confirmed, and keeps that COMMIT until `whatever` is done. Then it goes on, or is lost with its connection.
   * @returns whether there was one within the time
   */
  async atCommitOfRelay(
    timeoutMs: number,
    then: 'goes on' | 'is lost',
    whatever: () => Promise<void>,
  ): Promise<boolean> {
    const [sprung, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    this.trap = { then, sprung: sprung.resolve, released: released.promise };
    const isSprung = await Promise.race([sprung.promise.then(() => true), pause(timeoutMs, false)]);
    this.trap = isSprung ? this.trap : undefined;
    if (isSprung) await whatever();
    this.trap = undefined;
    released.resolve();
    return isSprung;
  }

  close(): void {
    this.server.close();
    this.cut();
  }

  private accept(client: Socket): void {
    client.on('error', () => {});
    if (this.mood.kind === 'refusing') return void client.resetAndDestroy();
    if (this.mood.kind === 'busy') return void this.answerBusy(client);
    const server = connect({ port: this.target(), host: '127.0.0.1', allowHalfOpen: true });
    server.on('error', () => client.resetAndDestroy());
    client.on('error', () => server.resetAndDestroy());
    client.setNoDelay(true);
    server.setNoDelay(true);
    const pair: Pair = { client, server, sent: 0, relay: 'none' };
    this.pairs.add(pair);
    void Promise.allSettled([this.carry(pair, client, server), this.carry(pair, server, client)]).then(() => {
      this.pairs.delete(pair);
      client.destroy();
      server.destroy();
    });
  }

  private answerBusy(client: Socket): void {
    client.once('data', () =>
      client.end(`${BUSY.join('\r\n')}content-length: ${SLOW_DOWN.length}\r\n\r\n${SLOW_DOWN}`),
    );
    client.resume();
  }

  private async carry(pair: Pair, from: Socket, to: Socket): Promise<void> {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      if (this.trap) await this.watch(pair, chunk, from === pair.client);
      while (this.mood.kind === 'stalled') await this.changed.promise;
      if (this.mood.kind === 'slow') await pause(this.mood.ms);
      pair.sent += chunk.length;
      if (this.mood.kind === 'torn' && pair.sent > this.mood.afterBytes) return this.tear(pair);
      if (to.destroyed) return;
      if (!to.write(chunk)) await writable(to);
    }
    to.end();
  }

  private tear({ client, server }: Pair): void {
    client.resetAndDestroy();
    server.resetAndDestroy();
  }

  private async watch(pair: Pair, chunk: Buffer, isClient: boolean): Promise<void> {
    if (isClient && chunk.includes('DELETE FROM outbox')) pair.relay = 'took';
    else if (!isClient && pair.relay === 'took' && chunk.includes('specversion')) pair.relay = 'has events';
    else if (isClient && pair.relay === 'has events' && chunk.includes('COMMIT')) {
      pair.relay = 'none';
      const { trap } = this;
      trap?.sprung();
      await trap?.released;
      // Who has sent it is dead; the database must not hear of it all the same.
      if (trap?.then === 'is lost') this.tear(pair);
    }
  }
}

/** Resolves when it takes more, or will never again. */
async function writable(socket: Socket): Promise<void> {
  const settled = new AbortController();
  const { signal } = settled;
  await Promise.race([once(socket, 'drain', { signal }), once(socket, 'close', { signal })]).finally(() =>
    settled.abort(),
  );
}
