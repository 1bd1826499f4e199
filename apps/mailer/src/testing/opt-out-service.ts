import { Controller, Inject, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import {
  type CleansingReady,
  type CleansingRequested,
  type CloudEvent,
  cleansingReady,
  cleansingRequested,
  directoryComplete,
  type OptoutListChanged,
  optoutListChanged,
  type SuppressionReady,
  type SuppressionRequested,
  serviceQueues,
  suppressionReady,
  suppressionRequested,
} from '#contracts';
import { DatabaseModule } from '#database';
import { createApp, problemDetails } from '#http';
import { AmqpTransport, MessagingModule, Outbox, Subscribe } from '#messaging';
import { doorConfig } from '#testing';

/** Answers a request for a file; undefined leaves it without an answer. */
export type Answering = (request: SuppressionRequested) => Omit<SuppressionReady, 'preparationId'> | undefined;

/** The same for a mailing list. */
export type Cleansing = (request: CleansingRequested) => Omit<CleansingReady, 'preparationId'> | undefined;

export const aFile = {
  status: 'ready',
  objectKey: 'suppression/test.zip',
  fileName: 'suppression_list--Spring-20261121-MD5.zip',
  watermark: '2026-11-21T10:00:00.000001Z',
} as const;

/** What the played service does and has seen. */
export class Script {
  answering: Answering = () => aFile;
  readonly requests: SuppressionRequested[] = [];
  cleansing: Cleansing = () => undefined;
  readonly cleansings: CleansingRequested[] = [];
}

@Controller()
class SuppressionConsumer {
  constructor(
    @Inject(Script) private readonly script: Script,
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(Outbox) private readonly outbox: Outbox,
  ) {}

  @Subscribe(suppressionRequested, { queue: 'optout.suppression', prefetch: 10 })
  async requested({ data }: CloudEvent<SuppressionRequested>): Promise<void> {
    this.script.requests.push(data);
    const answer = this.script.answering(data);
    if (!answer) return;
    const { preparationId } = data;
    const event = { subject: preparationId, data: { preparationId, ...answer } };
    await this.dataSource.transaction((tx) => this.outbox.add(tx, suppressionReady, event));
  }

  @Subscribe(cleansingRequested, { queue: 'optout.cleansing', prefetch: 10 })
  async cleanse({ data }: CloudEvent<CleansingRequested>): Promise<void> {
    this.script.cleansings.push(data);
    const answer = this.script.cleansing(data);
    if (!answer) return;
    const { preparationId } = data;
    const event = { subject: preparationId, data: { preparationId, ...answer } };
    await this.dataSource.transaction((tx) => this.outbox.add(tx, cleansingReady, event));
  }
}

/** The opt-out service, played: it speaks the real events over the real broker, and what it says is up to the test. */
export async function playedOptOutService(config: { databaseUrl: string; amqpUrl: string }) {
  const script = new Script();
  @Module({
    imports: [
      DatabaseModule.forRoot({ url: config.databaseUrl, poolSize: 4, applicationName: 'played-optout' }),
      MessagingModule.forRoot({
        url: config.amqpUrl,
        service: 'optout',
        relay: true,
        consume: true,
        queues: serviceQueues.filter(
          ({ name }) => !name.startsWith('optout.') || ['optout.suppression', 'optout.cleansing'].includes(name),
        ),
      }),
    ],
    controllers: [SuppressionConsumer],
    providers: [{ provide: Script, useValue: script }],
  })
  class PlayedModule {}

  const app: NestFastifyApplication = await createApp({
    name: 'played-optout',
    module: PlayedModule,
    config: doorConfig,
    errorFormat: problemDetails('https://docs.example', 'optout'),
  });
  app.connectMicroservice({ strategy: app.get(AmqpTransport, { strict: false }) }, { inheritAppConfig: false });
  await app.startAllMicroservices();
  await app.init();
  const outbox = app.get(Outbox, { strict: false });
  const dataSource = app.get(DataSource, { strict: false });
  return {
    script,
    tellOf: (list: OptoutListChanged) =>
      dataSource.transaction((tx) => outbox.add(tx, optoutListChanged, { subject: list.optoutListId, data: list })),
    /** Says that these lists have been sent in this version. */
    sentLists: (requestedBy: string, version: number, ...optoutListIds: string[]) =>
      dataSource.transaction((tx) =>
        outbox.add(tx, directoryComplete, {
          subject: requestedBy,
          data: { requestedBy, version, optoutListIds, userIds: [] },
        }),
      ),
    close: () => app.close(),
  };
}
