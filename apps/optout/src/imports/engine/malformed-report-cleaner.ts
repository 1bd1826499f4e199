import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Repeating } from '../../schedule/repeating.js';
import { MalformedReport } from './malformed-report.js';

const EVERY_MS = 3_600_000;

/** Sees to it that reports of malformed lines, masked as they are, aren't kept for ever. Every replica may do it. */
@Injectable()
export class MalformedReportCleaner implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly rounds: Repeating;

  constructor(report: MalformedReport) {
    this.rounds = new Repeating(MalformedReportCleaner.name, EVERY_MS, () => report.forget());
  }

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.rounds.stop();
  }
}
