import { Module } from '@nestjs/common';
import { OptOutsModule } from '../../opt-outs/index.js';
import { ImportMetrics } from './import-metrics.js';
import { ImportPlanner } from './import-planner.js';
import { ImportProgress } from './import-progress.js';
import { RangeReader } from './import-ranges.reader.js';
import { SliceWriter } from './import-slices.writer.js';
import { ImportUpkeep } from './import-upkeep.js';
import { ImportsConsumers } from './imports.consumers.js';
import { Imports } from './imports.js';
import { ListFolding } from './list-folding.js';
import { MalformedReport } from './malformed-report.js';
import { MalformedReportCleaner } from './malformed-report-cleaner.js';
import { Workspace } from './workspace.js';

/** For HTTP doors: imports can be opened, asked for and removed. Needs MessagingModule, ImportSettingsModule and a DataSource. */
@Module({
  imports: [OptOutsModule],
  providers: [Imports, ImportProgress, MalformedReport, Workspace],
  exports: [Imports, ImportProgress, MalformedReport, Workspace],
})
export class ImportsModule {}

/** For workers: imports are carried out. Needs StorageModule too. */
@Module({
  imports: [ImportsModule, OptOutsModule],
  controllers: [ImportsConsumers],
  providers: [
    ImportMetrics,
    ImportPlanner,
    RangeReader,
    SliceWriter,
    ListFolding,
    ImportUpkeep,
    MalformedReportCleaner,
  ],
})
export class ImportsWorkerModule {}
