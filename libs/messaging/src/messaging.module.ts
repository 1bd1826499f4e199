import { type DynamicModule, Inject, Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { serviceQueues } from '#contracts';
import { HealthRegistry, ObservabilityModule } from '#observability';
import { AmqpTransport } from './amqp-transport.js';
import { Broker } from './broker.js';
import { ConsumerMetrics } from './consumer-metrics.js';
import { DeadLetters } from './dead-letters.js';
import { InboxPruning } from './inbox-pruning.js';
import { MESSAGING, type MessagingOptions, type WholeMessagingOptions } from './messaging-options.js';
import { Outbox } from './outbox.js';
import { OutboxMetrics } from './outbox-metrics.js';
import { OutboxSignal } from './outbox-signal.js';
import { Relay } from './relay.js';

@Injectable()
class BrokerHealth implements OnModuleInit {
  constructor(
    @Inject(HealthRegistry) private readonly health: HealthRegistry,
    private readonly broker: Broker,
  ) {}

  onModuleInit(): void {
    this.health.add('broker', async () => this.broker.check());
  }
}

/**
 * Outbox and DeadLetters for every door, in all modules. `relay` and `consume` are for workers, which then need the
 * broker to be ready; a door without them doesn't.
 */
@Module({})
export class MessagingModule {
  static forRoot(options: MessagingOptions): DynamicModule {
    const whole: WholeMessagingOptions = { relay: false, consume: false, queues: serviceQueues, ...options };
    return {
      module: MessagingModule,
      global: true,
      imports: [ObservabilityModule],
      providers: [
        { provide: MESSAGING, useValue: whole },
        Broker,
        OutboxSignal,
        Outbox,
        DeadLetters,
        ...(whole.relay ? [Relay, OutboxMetrics] : []),
        ...(whole.consume ? [AmqpTransport, ConsumerMetrics, InboxPruning] : []),
        ...(whole.relay || whole.consume ? [BrokerHealth] : []),
      ],
      exports: [Outbox, DeadLetters, ...(whole.consume ? [AmqpTransport] : [])],
    };
  }
}
