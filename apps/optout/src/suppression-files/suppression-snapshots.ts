import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { SuppressionRequested } from '#contracts';
import { type OptOutSnapshot, OptOuts } from '../opt-outs/index.js';
import { SuppressionFilesRepository } from './suppression-files.repository.js';
import { emptyList } from './suppression-refusal.js';
import type { SuppressionSource } from './suppression-source.js';
import { SuppressionSources } from './suppression-sources.js';

/** The lists of a file, as they stand at one moment. */
export interface OpenedSource {
  source: SuppressionSource;
  snapshot: OptOutSnapshot;
  /** Of the global list, where its keys are of another kind. */
  other?: OptOutSnapshot;
  /** Hash of all that the file is made from. */
  state: string;
  /** Where the next delta begins. */
  watermark: string;
}

/** Opens the lists of a file so that no opt-out can fall between it and the delta after it. */
@Injectable()
export class SuppressionSnapshots {
  constructor(
    private readonly sources: SuppressionSources,
    private readonly optOuts: OptOuts,
    private readonly files: SuppressionFilesRepository,
  ) {}

  /** Hash of all that a file would be made from now: what has its stamp is in it, as it is in a file. @throws SuppressionRefusal */
  state(request: SuppressionRequested): Promise<string> {
    return this.files.whileListsStandStill(async () => {
      const source = await this.sources.find(request);
      const changes = (lists: string[]) =>
        this.optOuts.snapshot(lists, { watermark: true }, async (snapshot) => snapshot.changes);
      const other = source.otherKeys.length > 0 ? await changes(source.otherKeys) : new Map();
      return stateOf(source, new Map([...(await changes(source.lists)), ...other]));
    });
  }

  /** @throws SuppressionRefusal */
  open<T>(request: SuppressionRequested, work: (opened: OpenedSource) => Promise<T>): Promise<T> {
    // The lists may move again as soon as the snapshots stand, which is long before the work is done.
    return new Promise<T>((resolve, reject) => {
      this.files
        .whileListsStandStill(
          () =>
            new Promise<void>((opened, failed) => {
              const done = this.openNow(request, (source) => {
                opened();
                return work(source);
              });
              done.then(resolve, (error) => {
                failed(error);
                reject(error);
              });
            }),
        )
        .catch(reject);
    });
  }

  private async openNow<T>(request: SuppressionRequested, work: (opened: OpenedSource) => Promise<T>): Promise<T> {
    const source = await this.sources.find(request);
    if (source.lists.length === 0) throw emptyList(false);
    return this.optOuts.snapshot(source.lists, { watermark: true }, (snapshot) => {
      const opened = (other?: OptOutSnapshot) => {
        const changes = new Map([...snapshot.changes, ...(other?.changes ?? [])]);
        const watermarks = [snapshot.watermark!, ...(other ? [other.watermark!] : [])];
        return work({
          source,
          snapshot,
          state: stateOf(source, changes),
          watermark: watermarks.sort()[0]!,
          ...(other && { other }),
        });
      };
      if (source.otherKeys.length === 0) return opened();
      return this.optOuts.snapshot(source.otherKeys, { watermark: true }, opened);
    });
  }
}

function stateOf({ since, domains }: SuppressionSource, changes: Map<string, string>): string {
  const lists = [...changes].sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([lists, domains, since ?? null]))
    .digest('hex');
}
