import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Storage } from '#storage';
import { findJob, type ImportJob, lockJob } from './import-job.js';
import { ImportProgress } from './import-progress.js';
import { rangesOf } from './import-ranges.js';
import { readObject } from './read-object.js';
import { UnreadableFile, unreadable } from './unreadable-file.js';

const MIB = 1_048_576;
const NUL_WITHIN_BYTES = 65_536;

/** Looks at the beginning of a file that has arrived, and has its ranges read. */
@Injectable()
export class ImportPlanner {
  constructor(
    private readonly dataSource: DataSource,
    private readonly storage: Storage,
    private readonly progress: ImportProgress,
  ) {}

  async plan(importId: string): Promise<void> {
    const found = await findJob(this.dataSource.manager, importId);
    if (!found || !isWaiting(found)) return;
    const refusal = await this.refusal(found);
    await this.dataSource.transaction(async (tx) => {
      const job = await lockJob(tx, importId);
      if (!job || !isWaiting(job)) return;
      if (refusal) await this.progress.fail(tx, job, refusal.message);
      else await this.progress.startReading(tx, job, rangesOf(job).length);
    });
  }

  /** Planning was tried again and again. */
  async giveUp(importId: string, cause?: string): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      const job = await lockJob(tx, importId);
      if (job && isWaiting(job)) {
        await this.progress.fail(
          tx,
          job,
          cause ?? 'The uploaded file could not be opened, although it was tried again and again.',
        );
      }
    });
  }

  private async refusal(job: ImportJob): Promise<UnreadableFile | undefined> {
    try {
      const head: Buffer[] = [];
      for await (const chunk of readObject(this.storage, job, { start: 0, end: Math.min(MIB, job.size) })) {
        head.push(Buffer.from(chunk));
      }
      checkHead(Buffer.concat(head), job.size);
      return undefined;
    } catch (error) {
      const known = unreadable(error);
      if (known) return known;
      throw error;
    }
  }
}

function isWaiting({ status, stage, ranges }: ImportJob): boolean {
  return status === 'running' && stage === 'reading' && ranges === undefined;
}

function checkHead(head: Buffer, size: number): void {
  if (head.subarray(0, NUL_WITHIN_BYTES).includes(0)) {
    throw new UnreadableFile('The file is not a list of opt-outs: it has a NUL byte near its beginning.');
  }
  if (size > MIB && !head.includes(10)) {
    throw new UnreadableFile('The file is not a list of opt-outs: it has no line break in its first MiB.');
  }
}
