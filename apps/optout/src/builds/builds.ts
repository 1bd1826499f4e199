import { Injectable } from '@nestjs/common';
import { type Histogram, Metrics } from '#observability';

type Kind = 'download' | 'suppression' | 'cleansing';

const BUCKETS = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_800];

/** Files that this worker makes at the moment, and how long they took. */
@Injectable()
export class Builds {
  private readonly duration: Histogram<'kind' | 'outcome'>;
  private readonly running: Record<Kind, number> = { download: 0, suppression: 0, cleansing: 0 };

  constructor(metrics: Metrics) {
    this.duration = metrics.histogram({
      name: 'heed_build_duration_seconds',
      help: 'Making of downloads, suppression files and cleansed lists; one that still holds is found in no time',
      labels: ['kind', 'outcome'],
      buckets: BUCKETS,
    });
    metrics.gauge({ name: 'heed_builds_running', help: 'Files being made in this process', labels: ['kind'] }, () =>
      Object.entries(this.running).map(([kind, value]) => ({ value, labels: { kind } })),
    );
  }

  async measure<T>(kind: Kind, work: () => Promise<T>): Promise<T> {
    const end = this.duration.startTimer({ kind });
    this.running[kind]++;
    let outcome = 'failed';
    try {
      const result = await work();
      outcome = 'made';
      return result;
    } finally {
      this.running[kind]--;
      end({ outcome });
    }
  }
}
