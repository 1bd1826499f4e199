import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Runs } from '../../opt-outs/index.js';
import { Repeating } from '../../schedule/repeating.js';
import { ImportProgress } from './import-progress.js';
import { SliceWriter } from './import-slices.writer.js';
import { ListFolding } from './list-folding.js';

const EVERY_MS = 10_000;
/** A reader who saw a run before it was hidden has ended by then. */
const PURGE_AFTER_MINUTES = 60;
/** Messages aren't lost; this is the net under the net. */
const STILL_FOR_MINUTES = 30;

/** Sees to it that no import stays as it is for ever, and that what was removed goes. Every replica may do it. */
@Injectable()
export class ImportUpkeep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(ImportUpkeep.name);
  private readonly rounds = new Repeating(ImportUpkeep.name, EVERY_MS, () => this.round());

  constructor(
    private readonly dataSource: DataSource,
    private readonly progress: ImportProgress,
    private readonly slices: SliceWriter,
    private readonly runs: Runs,
    private readonly folding: ListFolding,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.rounds.stop();
  }

  async round(): Promise<void> {
    await this.readLostOnesAgain();
    await this.moveStillOnesOn();
    await this.folding.round(PURGE_AFTER_MINUTES);
    await this.purge();
  }

  /** After a crash of the server the marks of the ranges are gone, and nobody would ask for them. */
  private async readLostOnesAgain(): Promise<void> {
    const lost = await this.dataSource.query(
      `SELECT id FROM import
        WHERE status = 'running' AND ranges IS NOT NULL AND NOT EXISTS (SELECT 1 FROM import_range WHERE import_id = import.id)`,
    );
    for (const { id } of lost) await this.dataSource.transaction((tx) => this.slices.readAgain(tx, id));
  }

  /** The parts that are open are asked for; where none is, the step behind them was never taken. */
  private async moveStillOnesOn(): Promise<void> {
    const planned = await this.dataSource.transaction(async (tx) => {
      const [still] = await tx.query(
        `UPDATE import SET moved_at = clock_timestamp()
          WHERE id IN (SELECT id FROM import WHERE status = 'running' AND stage IN ('reading', 'storing')
                          AND moved_at < clock_timestamp() - make_interval(mins => $1) FOR UPDATE SKIP LOCKED)
        RETURNING id, list_id AS "listId", stage, ranges`,
        [STILL_FOR_MINUTES],
      );
      for (const job of still) {
        this.logger.warn({ msg: 'no progress; asking again', importReference: job.id });
        if (job.ranges === null) await this.progress.requestPlan(tx, job);
        else if (job.stage === 'reading') await this.progress.requestRanges(tx, job);
        else await this.progress.requestSlices(tx, job);
      }
      return still.filter(({ ranges }: { ranges: number | null }) => ranges !== null);
    });
    for (const { id } of planned) {
      await this.dataSource
        .transaction((tx) => this.progress.advance(tx, id))
        .catch((error) => this.logger.warn({ msg: 'could not be moved on', importReference: id, err: error }));
    }
  }

  private async purge(): Promise<void> {
    for (const id of await this.runs.hiddenSince(this.dataSource.manager, PURGE_AFTER_MINUTES)) {
      await this.dataSource.transaction((tx) => this.runs.purge(tx, id));
    }
  }
}
