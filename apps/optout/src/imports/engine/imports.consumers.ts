import { Controller } from '@nestjs/common';
import {
  type CloudEvent,
  type ImportRangeRequested,
  type ImportRequested,
  type ImportSliceRequested,
  importRangeRequested,
  importRequested,
  importSliceRequested,
} from '#contracts';
import { OnDeadLetter, Subscribe } from '#messaging';
import { inSpan } from '#observability';
import { ImportPlanner } from './import-planner.js';
import { RangeReader } from './import-ranges.reader.js';
import { SliceWriter } from './import-slices.writer.js';
import { causeOf, needingRoom } from './no-room.js';

/** The work of imports as it comes by message. Whatever is given up ends its import, with what it has, and with a reason. */
@Controller()
export class ImportsConsumers {
  constructor(
    private readonly planner: ImportPlanner,
    private readonly ranges: RangeReader,
    private readonly slices: SliceWriter,
  ) {}

  @Subscribe(importRequested, { queue: 'optout.import' })
  plan({ data }: CloudEvent<ImportRequested>): Promise<void> {
    return needingRoom(() => this.planner.plan(data.importReference));
  }

  @Subscribe(importRangeRequested, { queue: 'optout.import-range' })
  readRange({ data }: CloudEvent<ImportRangeRequested>): Promise<void> {
    const attributes = { 'heed.import': data.importReference, 'heed.part': data.range };
    return inSpan('import range', { attributes }, () =>
      needingRoom(() => this.ranges.read(data.importReference, data.range)),
    );
  }

  @Subscribe(importSliceRequested, { queue: 'optout.import-slice' })
  writeSlice({ data }: CloudEvent<ImportSliceRequested>): Promise<void> {
    const attributes = { 'heed.import': data.importReference, 'heed.part': data.slice };
    return inSpan('import slice', { attributes }, () =>
      needingRoom(() => this.slices.write(data.importReference, data.slice)),
    );
  }

  @OnDeadLetter('optout.import')
  giveUpPlan({ data }: CloudEvent<ImportRequested>, reason: string): Promise<void> {
    return this.planner.giveUp(data.importReference, causeOf(reason));
  }

  @OnDeadLetter('optout.import-range')
  giveUpRange({ data }: CloudEvent<ImportRangeRequested>, reason: string): Promise<void> {
    return this.ranges.giveUp(data.importReference, data.range, causeOf(reason));
  }

  @OnDeadLetter('optout.import-slice')
  giveUpSlice({ data }: CloudEvent<ImportSliceRequested>, reason: string): Promise<void> {
    return this.slices.giveUp(data.importReference, data.slice, causeOf(reason));
  }
}
