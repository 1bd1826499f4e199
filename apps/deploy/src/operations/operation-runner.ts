/**
 * Carries operations on, batch by batch. Each batch is one transaction that holds the operation's row, so workers take turns without a lease: one that dies lets go
 * of it at once, and its batch never was.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isUnavailable } from '#database';
import { ContactImport } from './contact-import.js';
import { ContactUpdate } from './contact-update.js';
import { ImportReaders } from './import-readers.js';
import type { Operation, OperationKind, OperationWork } from './operation.js';
import { OperationFailed } from './operation-failed.js';
import { OperationsRepository } from './operations.repository.js';
import { SchemaChange } from './schema-change.js';

const PAUSE_MS = 500;
/** How long an operation rests of which something is away that it needs, such as the storage. */
const AWAY_REST_MS = 5_000;
/** An operation that fails so often without a batch in between, which takes some five minutes, is given up: it must not block its account for ever. */
const MOST_TRIES = 12;
const MOST_REST_MS = 60_000;

@Injectable()
export class OperationRunner implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(OperationRunner.name);
  private readonly stopping = new AbortController();
  private readonly work: { [K in OperationKind]: OperationWork<K> };
  /** When operations may be tried again. */
  private readonly resting = new Map<string, number>();
  private running: Promise<void> | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly operations: OperationsRepository,
    private readonly importReaders: ImportReaders,
    contactImport: ContactImport,
    contactUpdate: ContactUpdate,
    schemaChange: SchemaChange,
  ) {
    this.work = {
      'contact-import': contactImport,
      'attribute-update': contactUpdate,
      'contact-disable': contactUpdate,
      'schema-change': schemaChange,
    };
  }

  onApplicationBootstrap(): void {
    this.running = this.run();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const worked = await this.round().catch((error) => {
        this.logger.warn({ msg: 'operations will be tried again', err: error });
        return false;
      });
      if (!worked) await pause(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** A batch of every operation that runs, so that none waits for another to end. @returns whether there was one to do */
  private async round(): Promise<boolean> {
    let worked = false;
    const running = await this.operations.running();
    this.importReaders.keepOnly(running);
    for (const id of running) {
      if (this.stopping.signal.aborted) break;
      if ((this.resting.get(id) ?? 0) > Date.now()) continue;
      worked = (await this.step(id)) || worked;
    }
    return worked;
  }

  private async step(id: string): Promise<boolean> {
    let taking = true;
    try {
      const operation = await this.dataSource.transaction(async (tx) => {
        const taken = await this.operations.take(tx, id);
        taking = false;
        if (!taken) return undefined;
        const step = await this.workOf(taken).step(tx, taken);
        await this.operations.advance(tx, id, step);
        return { ...taken, isFinished: step.finished };
      });
      if (!operation) return false;
      this.resting.delete(id);
      if (operation.isFinished) await this.tidy(operation);
      return true;
    } catch (error) {
      if (taking) throw error;
      await this.failed(id, error as Error);
      return false;
    }
  }

  private workOf({ kind }: Operation): OperationWork<OperationKind> {
    return this.work[kind] as OperationWork<OperationKind>;
  }

  private async tidy(operation: Operation): Promise<void> {
    await this.workOf(operation)
      .finished?.(operation)
      .catch((error) =>
        this.logger.warn({ msg: 'something is left of an operation', operation: operation.id, err: error }),
      );
  }

  private async failed(id: string, error: Error): Promise<void> {
    if (error instanceof OperationFailed) return this.operations.fail(id, error.message);
    this.logger.warn({ msg: 'batch of an operation failed', operation: id, err: error });
    if (isUnavailable(error)) return this.rest(id, AWAY_REST_MS);
    const tries = await this.operations.countFailure(id);
    this.rest(id, Math.min(MOST_REST_MS, 100 * 2 ** tries));
    if (tries >= MOST_TRIES)
      await this.operations.fail(id, 'It failed again and again, for a reason that the log of the worker tells.');
  }

  private rest(id: string, milliseconds: number): void {
    this.resting.set(id, Date.now() + milliseconds);
  }
}
