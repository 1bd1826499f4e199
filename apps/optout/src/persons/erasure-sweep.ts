import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Erasure } from '../opt-outs/index.js';
import { Repeating } from '../schedule/repeating.js';

/** Well within the 30 days in which a page that holds an erased address has to be rewritten. */
const EVERY_MS = 3_600_000;

/** Takes out what imports brought in again of persons who were erased. Every replica may do it. */
@Injectable()
export class ErasureSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(ErasureSweep.name);
  private readonly rounds: Repeating;

  constructor(erasure: Erasure) {
    this.rounds = new Repeating(ErasureSweep.name, EVERY_MS, async () => {
      const pages = await erasure.sweep();
      if (pages > 0) this.logger.log({ msg: 'pages were rewritten without the values of erased persons', pages });
    });
  }

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.rounds.stop();
  }
}
