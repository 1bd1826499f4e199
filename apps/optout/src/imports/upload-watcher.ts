/**
 * Notices uploads without the client telling us, and cleans up after them.
 *
 * Asks the storage what lies under the prefix of uploads, instead of asking for each open one: objects are few, because those of ended imports are removed, while uploads that were prepared and never begun may be many.
 * What is noticed is pinned by its ETag, so an object that is put again later fails the import instead of being mixed in. Every replica may watch: each step changes nothing the second time.
 */
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isUuid } from '#http';
import { inSpan } from '#observability';
import { type ListedObject, Storage } from '#storage';
import { Repeating } from '../schedule/repeating.js';
import { Imports, type ImportView } from './engine/index.js';

const WATCH_EVERY_MS = 1_000;
const GIVE_UP_EVERY_MS = 60_000;
/** After the URL has expired, because an upload that has begun may go on. */
const GIVE_UP_AFTER_MS = 24 * 3_600_000;
const PREFIX = 'uploads/';

@Injectable()
export class UploadWatcher implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(UploadWatcher.name);
  private readonly rounds = [
    new Repeating('UploadWatcher', WATCH_EVERY_MS, () => this.watch()),
    new Repeating('UploadWatcher', GIVE_UP_EVERY_MS, () => this.giveUp()),
  ];

  constructor(
    private readonly dataSource: DataSource,
    private readonly imports: Imports,
    private readonly storage: Storage,
  ) {}

  onApplicationBootstrap(): void {
    for (const round of this.rounds) round.start();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.rounds.map((round) => round.stop()));
  }

  /** One look at all objects that are there. */
  async watch(): Promise<void> {
    const objects: ListedObject[] = [];
    for await (const object of this.storage.list(PREFIX)) objects.push(object);
    if (objects.length === 0) return;
    const waiting = new Map((await this.imports.open()).map((upload) => [upload.objectKey, upload]));
    for (const object of objects) {
      const upload = waiting.get(object.key);
      await this.alone(object.key, () => (upload ? this.arrived(upload, object) : this.removeIfEnded(object.key)));
    }
  }

  /** Fails uploads that can't come any more. */
  async giveUp(now = Date.now()): Promise<void> {
    for (const { id, urlExpiresAt, objectKey } of await this.imports.open()) {
      if (urlExpiresAt.getTime() + GIVE_UP_AFTER_MS > now) continue;
      await this.alone(objectKey, async () => {
        if (await this.storage.stat(objectKey)) return;
        await this.fail(id, 'The file was not uploaded within 24 hours after its URL had expired.');
      });
    }
  }

  /** What can't be done for one object keeps nobody from the others; the next round tries again. */
  private async alone(objectKey: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.warn({ msg: 'an upload will be tried again', objectKey, err: error });
    }
  }

  private async arrived({ id, fileContentLength }: ImportView, { key, etag, size }: ListedObject): Promise<void> {
    if (size === fileContentLength) {
      await inSpan('import noticed', { attributes: { 'heed.import': id } }, () =>
        this.dataSource.transaction((tx) => this.imports.noticed(tx, id, { etag, size })),
      );
      return;
    }
    await this.fail(id, `The uploaded file has ${size} bytes, but fileContentLength was ${fileContentLength}.`);
    await this.storage.remove(key);
  }

  private fail(id: string, message: string): Promise<void> {
    return this.dataSource.transaction((tx) => this.imports.fail(tx, id, message));
  }

  /** Also what was put again after the end, while the URL was still good. What we know nothing of, such as files of contacts, is left to the storage's own expiry. */
  private async removeIfEnded(key: string): Promise<void> {
    const id = key.slice(PREFIX.length);
    const upload = isUuid(id) ? await this.imports.status(id) : undefined;
    if (upload?.objectKey === key && upload.status !== 'running') await this.storage.remove(key);
  }
}
