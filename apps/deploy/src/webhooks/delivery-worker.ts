/** Keeps deliveries going: many at a time, few of one endpoint, so that one that is slow or dead holds up no other. */
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DeliveriesRepository } from './deliveries.repository.js';
import type { DueDelivery } from './delivery.js';
import { DeliveryAttempt } from './delivery-attempt.js';
import { WEBHOOK_SETTINGS, type WebhookSettings } from './webhook-settings.js';

const IN_FLIGHT = 64;
const IN_FLIGHT_OF_ONE = 8;
const PAUSE_MS = 500;
const PRUNED_EVERY_MS = 3_600_000;
const PRUNED_AT_ONCE = 10_000;

@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(DeliveryWorker.name);
  private readonly stopping = new AbortController();
  private readonly inFlight = new Map<Promise<void>, string>();
  private running: Promise<void> | undefined;
  private pruning: NodeJS.Timeout | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly deliveries: DeliveriesRepository,
    private readonly attempt: DeliveryAttempt,
    @Inject(WEBHOOK_SETTINGS) private readonly settings: WebhookSettings,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.run();
    this.pruning = setInterval(() => {
      this.prune().catch((err) => this.logger.warn({ msg: 'old deliveries will be forgotten later', err }));
    }, PRUNED_EVERY_MS).unref();
  }

  /** Attempts under way come to their end. */
  async onModuleDestroy(): Promise<void> {
    clearInterval(this.pruning);
    this.stopping.abort();
    await this.running;
    await Promise.all(this.inFlight.keys());
  }

  /** Forgets deliveries, and the addresses that are in them, when their time is over. */
  async prune(): Promise<void> {
    const { webhookKeepMs } = this.settings;
    while ((await this.deliveries.prune(this.dataSource.manager, webhookKeepMs, PRUNED_AT_ONCE)) === PRUNED_AT_ONCE);
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const due = await this.take().catch((err) => {
        this.logger.warn({ msg: 'deliveries will be looked for again', err });
        return [];
      });
      for (const delivery of due) this.start(delivery);
      if (due.length > 0 && this.inFlight.size < IN_FLIGHT) continue;
      await Promise.race([pause(PAUSE_MS, undefined, { signal }).catch(() => undefined), ...this.inFlight.keys()]);
    }
  }

  private take(): Promise<DueDelivery[]> {
    const most = IN_FLIGHT - this.inFlight.size;
    if (most <= 0) return Promise.resolve([]);
    const inFlight = new Map<string, number>();
    for (const endpoint of this.inFlight.values()) inFlight.set(endpoint, (inFlight.get(endpoint) ?? 0) + 1);
    return this.deliveries.take(this.dataSource.manager, { most, mostOfOne: IN_FLIGHT_OF_ONE, inFlight });
  }

  /** What an attempt can't write down, its lease brings back. */
  private start(delivery: DueDelivery): void {
    const made = this.attempt
      .make(delivery)
      .catch((err) => this.logger.warn({ msg: 'delivery will be tried again', delivery: delivery.id, err }))
      .finally(() => this.inFlight.delete(made));
    this.inFlight.set(made, `${delivery.accountId}/${delivery.webhookId}`);
  }
}
