import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Counter, Metrics } from '#observability';

/** How fast this worker reads files, and where all imports stand. The latter is the same from every worker: take the maximum. */
@Injectable()
export class ImportMetrics {
  private readonly lines: Counter;
  private readonly bytes: Counter;
  private readonly stored: Counter;

  constructor(metrics: Metrics, dataSource: DataSource) {
    this.lines = metrics.counter({
      name: 'heed_import_lines_total',
      help: 'Lines read from files, malformed ones too',
    });
    this.bytes = metrics.counter({ name: 'heed_import_bytes_total', help: 'Bytes read from files' });
    this.stored = metrics.counter({ name: 'heed_import_stored_total', help: 'Opt-outs written to runs' });
    metrics.gauge({ name: 'heed_imports', help: 'Imports by how far they are', labels: ['stage'] }, async () =>
      (await importStages(dataSource)).map(({ stage, count }) => ({ value: count, labels: { stage } })),
    );
    metrics.gauge(
      { name: 'heed_import_still_seconds', help: 'Longest time in which a running import has not moved on' },
      async () => [{ value: await longestStill(dataSource) }],
    );
  }

  rangeRead(lines: number, bytes: number): void {
    this.lines.inc(lines);
    this.bytes.inc(bytes);
  }

  sliceStored(optOuts: number): void {
    this.stored.inc(optOuts);
  }
}

/** Those at work by their stage, those that have ended by their outcome. */
function importStages(dataSource: DataSource): Promise<{ stage: string; count: number }[]> {
  return dataSource.query(
    `SELECT known.stage, count(import.id)::int AS count
       FROM unnest('{open,reading,queued,storing,success,failed,removed}'::text[]) AS known (stage)
       LEFT JOIN import ON known.stage = CASE WHEN import.status = 'running' THEN import.stage ELSE import.status END
      GROUP BY known.stage`,
  );
}

async function longestStill(dataSource: DataSource): Promise<number> {
  const [{ seconds }] = await dataSource.query(
    `SELECT coalesce(extract(epoch FROM max(clock_timestamp() - moved_at)), 0)::float8 AS seconds
       FROM import WHERE status = 'running' AND stage IN ('reading', 'storing')`,
  );
  return seconds;
}
