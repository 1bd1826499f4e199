/** Nest's own RMQ client and server as their documentation shows them, made durable: persistent messages, a quorum queue, acknowledged by hand. */
import 'reflect-metadata';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  ClientProxyFactory,
  Ctx,
  EventPattern,
  type MicroserviceOptions,
  Payload,
  type RmqContext,
  type RmqOptions,
  Transport,
} from '@nestjs/microservices';
import { lastValueFrom } from 'rxjs';
import { eventOf } from './catalogue.ts';

const [brokerUrl, seconds, width] = process.argv.slice(2) as [string, string, string];
const options: RmqOptions['options'] = {
  urls: [brokerUrl],
  queue: `rival-${width}`,
  queueOptions: { durable: true, arguments: { 'x-queue-type': 'quorum' } },
  persistent: true,
};

let consumed = 0;
class Consumer {
  collected(_data: unknown, context: RmqContext): void {
    consumed++;
    context.getChannelRef().ack(context.getMessage());
  }
}
const method = Object.getOwnPropertyDescriptor(Consumer.prototype, 'collected')!;
EventPattern<string>('collected')(Consumer.prototype, 'collected', method as never);
Payload()(Consumer.prototype, 'collected', 0);
Ctx()(Consumer.prototype, 'collected', 1);
Controller()(Consumer);
class Rival {}
Module({ controllers: [Consumer] })(Rival);

const app = await NestFactory.createMicroservice<MicroserviceOptions>(Rival, {
  transport: Transport.RMQ,
  options: { ...options, noAck: false, prefetchCount: 1_000 },
  logger: ['warn', 'error'],
});
await app.listen();
const client = ClientProxyFactory.create({ transport: Transport.RMQ, options });
await client.connect();

const start = performance.now();
const end = start + 1_000 * Number(seconds);
let sent = 0;
const sender = async () => {
  while (performance.now() < end) await lastValueFrom(client.emit('collected', eventOf(sent++)), { defaultValue: 0 });
};
await Promise.all(Array.from({ length: Number(width) }, sender));
while (consumed < sent) await new Promise((resolve) => setTimeout(resolve, 10));
process.send?.(sent / ((performance.now() - start) / 1_000));
process.exit(0);
