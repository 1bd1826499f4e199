/** The measured worker, a process of its own as in production: relay, or a consumer with inbox. It tells its parent how many events it has consumed. */
import 'reflect-metadata';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { collected, queues } from './catalogue.ts';

const { DatabaseModule } = await import(`${'../../dist/libs/database/src/index.js'}`);
const { AmqpTransport, MessagingModule, SubscribeInTransaction } = await import(
  `${'../../dist/libs/messaging/src/index.js'}`
);

const [databaseUrl, brokerUrl] = process.argv.slice(2) as [string, string];

class Consumer {
  async collected(_tx: unknown, events: unknown[]): Promise<void> {
    process.send?.(events.length);
  }
}
const method = Object.getOwnPropertyDescriptor(Consumer.prototype, 'collected')!;
SubscribeInTransaction(collected, { queue: 'bench.collected', batch: 500 })(Consumer.prototype, 'collected', method);
Controller()(Consumer);

class Worker {}
Module({
  imports: [
    DatabaseModule.forRoot({ url: databaseUrl, applicationName: 'bench' }),
    MessagingModule.forRoot({ url: brokerUrl, service: 'bench', queues, relay: true, consume: true }),
  ],
  controllers: [Consumer],
})(Worker);

const app = await NestFactory.create(Worker, new FastifyAdapter(), { logger: ['warn', 'error'] });
await app.init();
app.connectMicroservice({ strategy: app.get(AmqpTransport) });
await app.startAllMicroservices();
process.send?.(0);
