import { Inject, Injectable, Logger } from '@nestjs/common';
import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import { lastValueFrom } from 'rxjs';
import { DataSource } from 'typeorm';
import { BatchConsumer } from './batch-consumer.js';
import { Broker } from './broker.js';
import type { Consumer } from './consumer.js';
import { ConsumerMetrics } from './consumer-metrics.js';
import { EachConsumer } from './each-consumer.js';
import { MESSAGING, type WholeMessagingOptions } from './messaging-options.js';
import { QueueReader } from './queue-reader.js';
import type { DeadHandler } from './reception.js';
import type { Subscription } from './subscription.js';
import { lineOf, problemsOf } from './subscription-map.js';

/** How long boot waits for the broker. After that the process is up, not ready, and the handlers start when it comes. */
const BOOT_WAIT_MS = 10_000;

interface Registered {
  subscription: Subscription;
  call: (data: unknown, context?: unknown) => Promise<unknown>;
}

/**
 * Feeds the handlers of {@link Subscribe}, {@link SubscribeInTransaction} and {@link OnDeadLetter} from the service's
 * queues: `app.connectMicroservice({ strategy: app.get(AmqpTransport) })`. Boot fails unless each queue of the service
 * has exactly one handler, or when the broker has a queue of the name with other arguments. On close it takes no more
 * messages, waits for the handlers that run, and only then lets go.
 */
@Injectable()
export class AmqpTransport extends Server implements CustomTransportStrategy {
  override propagatesEventHandlerErrors = true;
  private readonly log = new Logger('Messaging');
  private readonly registered: Registered[] = [];
  private readonly stopping = new AbortController();
  private readers: QueueReader[] = [];

  constructor(
    @Inject(MESSAGING) private readonly options: WholeMessagingOptions,
    private readonly broker: Broker,
    private readonly dataSource: DataSource,
    private readonly metrics: ConsumerMetrics,
  ) {
    super();
  }

  override addHandler(_pattern: unknown, callback: MessageHandler, _isEvent?: boolean, extras = {}): void {
    this.registered.push({
      subscription: extras as Subscription,
      call: (data, context) =>
        lastValueFrom(this.transformToObservable(callback(data, context)), { defaultValue: undefined }),
    });
  }

  async listen(callback: (error?: unknown) => void): Promise<void> {
    try {
      const { queues, service } = this.options;
      const subscriptions = this.registered.map(({ subscription }) => subscription);
      const problems = problemsOf(subscriptions, queues, service);
      if (problems.length > 0) throw new Error(`handlers of events: ${problems.join('; ')}`);
      for (const subscription of subscriptions) this.log.log(lineOf(subscription));
      await this.start();
      callback();
    } catch (error) {
      callback(error);
    }
  }

  async close(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.readers.map((reader) => reader.stop()));
  }

  override on(): never {
    throw new Error('events of the connection are in the log');
  }

  override unwrap<T>(): T {
    return this.broker as T;
  }

  private async start(): Promise<void> {
    this.readers = this.registered
      .filter(({ subscription }) => subscription.mode !== 'dead')
      .map((registered) => this.readerOf(registered));
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, BOOT_WAIT_MS);
    });
    await Promise.race([Promise.all(this.readers.map((reader) => reader.start())), enough]);
    clearTimeout(timer);
  }

  private readerOf({ subscription, call }: Registered): QueueReader {
    const onDead = this.registered.find(
      (other) => other.subscription.mode === 'dead' && other.subscription.queue === subscription.queue,
    );
    return new QueueReader({
      broker: this.broker,
      subscription,
      queue: this.options.queues.find(({ name }) => name === subscription.queue)!,
      consumer: this.consumerOf(subscription, call),
      onDead: (onDead?.call ?? (async () => undefined)) as DeadHandler,
      stopping: this.stopping.signal,
      metrics: this.metrics,
    });
  }

  private consumerOf(subscription: Subscription, call: Registered['call']): Consumer {
    if (subscription.mode === 'each') return new EachConsumer(subscription, call, this.stopping.signal, this.metrics);
    return new BatchConsumer(subscription, call, this.dataSource, this.stopping.signal, this.metrics);
  }
}
