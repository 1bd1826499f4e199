import type { DynamicModule, LoggerService, Type } from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { ServiceQueue } from '#contracts';
import { DatabaseModule } from '#database';
import { AmqpTransport, MessagingModule, type MessagingOptions } from '#messaging';

export interface TestApp {
  databaseUrl: string;
  brokerUrl: string;
  queues: readonly ServiceQueue[];
  service?: string;
  options?: Partial<MessagingOptions>;
  controllers?: Type[];
}

/** A worker of a service that exists for a test. */
export async function startApp(parts: TestApp): Promise<NestFastifyApplication> {
  const options = { url: parts.brokerUrl, service: parts.service ?? 'shop', queues: parts.queues, ...parts.options };
  const app = (
    await Test.createTestingModule({
      imports: modulesOf(parts.databaseUrl, options),
      controllers: parts.controllers ?? [],
    })
      .setLogger(quiet)
      .compile()
  ).createNestApplication<NestFastifyApplication>(new FastifyAdapter());
  try {
    await app.init();
    if (options.consume) {
      app.connectMicroservice({ strategy: app.get(AmqpTransport) });
      await app.startAllMicroservices();
    }
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

const modulesOf = (url: string, options: MessagingOptions): DynamicModule[] => [
  DatabaseModule.forRoot({ url, applicationName: 'messaging-test' }),
  MessagingModule.forRoot(options),
];

/** Failures are what these tests are about; they needn't be in the output. */
const quiet: LoggerService = { log() {}, warn() {}, error() {} };
