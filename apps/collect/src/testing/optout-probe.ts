import { Controller, Module } from '@nestjs/common';
import {
  type CloudEvent,
  type DirectoryRequested,
  directoryRequested,
  type OptoutCollected,
  optoutCollected,
  serviceQueues,
} from '#contracts';
import { DatabaseModule } from '#database';
import { createApp, problemDetails } from '#http';
import { AmqpTransport, MessagingModule, Subscribe } from '#messaging';
import { doorConfig } from '#testing';

const heard = { collected: [] as OptoutCollected[], requested: [] as DirectoryRequested[] };

@Controller()
class Ear {
  @Subscribe(optoutCollected, { queue: 'optout.collected' })
  async collected({ data }: CloudEvent<OptoutCollected>): Promise<void> {
    heard.collected.push(data);
  }

  @Subscribe(directoryRequested, { queue: 'optout.directory' })
  async requested({ data }: CloudEvent<DirectoryRequested>): Promise<void> {
    heard.requested.push(data);
  }
}

/** Stands where optout stands, and remembers what it is told. */
export async function optoutProbe({ amqpUrl, databaseUrl }: { amqpUrl: string; databaseUrl: string }) {
  const queues = serviceQueues.filter(({ name }) => name === 'optout.collected' || name === 'optout.directory');
  @Module({
    imports: [
      DatabaseModule.forRoot({ url: databaseUrl, applicationName: 'probe' }),
      MessagingModule.forRoot({ url: amqpUrl, service: 'optout', consume: true, queues }),
    ],
    controllers: [Ear],
  })
  class Probe {}
  const app = await createApp({
    name: 'probe',
    module: Probe,
    config: doorConfig,
    errorFormat: problemDetails('', 'optout'),
  });
  app.connectMicroservice({ strategy: app.get(AmqpTransport, { strict: false }) }, { inheritAppConfig: false });
  await app.startAllMicroservices();
  await app.init();
  return { ...heard, close: () => app.close() };
}
