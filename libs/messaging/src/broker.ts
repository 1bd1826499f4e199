import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { type ConfirmChannel, connect, type RecoveringChannelModel, type SocketOptions } from 'amqplib';
import { BrokerUnavailable } from './broker-unavailable.js';
import { MESSAGING, type WholeMessagingOptions } from './messaging-options.js';

/** Of the socket: a window of the relay fits in, see Publisher. Node takes it, the types don't know of it. */
const BUFFER = { writableHighWaterMark: 1_048_576 } as object;

/**
 * The one connection of this process. It is made when first asked for, and made again, for ever, whenever it is lost;
 * channels aren't: whoever opens one looks after it (see ChannelLoop).
 */
@Injectable()
export class Broker implements OnApplicationShutdown {
  private readonly log = new Logger('Messaging');
  private connection: Promise<RecoveringChannelModel> | undefined;
  private connected = false;

  constructor(@Inject(MESSAGING) private readonly options: WholeMessagingOptions) {}

  /** Waits for the broker as long as it takes. Throws when the process shuts down. */
  async openChannel(): Promise<ConfirmChannel> {
    this.connection ??= this.connect();
    const channel = await (await this.connection).createConfirmChannel();
    // What goes wrong with a channel is told by its 'close' and by what was asked of it.
    channel.on('error', () => undefined);
    return channel;
  }

  /** As openChannel, but throws BrokerUnavailable when that takes longer than 5 s. */
  async openChannelSoon(): Promise<ConfirmChannel> {
    const channel = this.openChannel();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new BrokerUnavailable()), 5_000);
    });
    try {
      return await Promise.race([channel, timeout]);
    } catch (error) {
      channel.then((late) => late.close()).catch(() => undefined);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** For health: throws while there is no connection. */
  check(): void {
    if (!this.connected) throw new BrokerUnavailable();
  }

  async onApplicationShutdown(): Promise<void> {
    await (await this.connection)?.close();
  }

  private async connect(): Promise<RecoveringChannelModel> {
    const socket: SocketOptions = { clientProperties: { connection_name: `heed ${this.options.service}` } };
    const connection = await connect(withHeartbeat(this.options.url), {
      ...socket,
      ...BUFFER,
      recovery: { waitForConnect: false, initialDelay: 200, maxDelay: 5_000 },
    });
    connection.on('connect', () => {
      this.connected = true;
      this.log.log('connected to the broker');
    });
    connection.on('disconnect', (error) => {
      this.connected = false;
      this.log.warn(`lost the broker: ${error.message}`);
    });
    connection.on('connect-failed', (error) => this.log.warn(`no broker: ${error.message}`));
    connection.on('blocked', (reason) => this.log.warn(`the broker takes no messages: ${reason}`));
    // 'close' follows and starts the recovery; without a listener the process would end.
    connection.on('error', () => undefined);
    return connection;
  }
}

/** A broker that went away without a word is noticed within half a minute. */
function withHeartbeat(url: string): string {
  const whole = new URL(url);
  if (!whole.searchParams.has('heartbeat')) whole.searchParams.set('heartbeat', '15');
  return whole.href;
}
