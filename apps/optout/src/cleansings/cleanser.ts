import { Injectable } from '@nestjs/common';
import type { CleansingRequested } from '#contracts';
import { ObjectChanged, ObjectMissing, Storage } from '#storage';
import { readObject } from '../imports/engine/index.js';
import { putObject } from '../storage-gone/put-object.js';
import { askStorage } from '../storage-gone/storage-gone.js';
import { deflateText } from '../zip/deflate-text.js';
import { ZipFile } from '../zip/zip-file.js';
import { mailingGone } from './cleansing-refusal.js';
import { CleansingSources } from './cleansing-sources.js';
import type { Cleansing } from './cleansings.repository.js';
import { EntryReader } from './entry-reader.js';
import { judgeEntries, type LineCounts } from './judge-entries.js';
import { stretches } from './lines/stretches.js';
import { ListSide } from './list-side.js';
import { cleansedNames } from './member-names.js';
import { splitLines } from './split-lines.js';
import { textOnly } from './text-only.js';
import { Verdicts } from './verdicts.js';

/** The shortest line that may be an entry, with its line break. */
const LEAST_LINE_BYTES = 5;

/** What the first pass found out. */
interface Judged extends LineCounts {
  verdicts: Verdicts;
  /** Domains that nobody could compare hashes with. */
  domains: readonly string[];
}

/**
 * Cleanses a mailing list: its entries are looked for in the lists, as many at a time as fit into memory, and noted by a bit each; then the file is read once more for each member of the ZIP. Nothing is held but the
 * bits, and nothing is written but the ZIP.
 */
@Injectable()
export class Cleanser {
  constructor(
    private readonly sources: CleansingSources,
    private readonly storage: Storage,
  ) {}

  /** @throws SuppressionRefusal */
  async cleanse(request: CleansingRequested): Promise<Omit<Cleansing, 'expiresAt'>> {
    try {
      const { size } = (await askStorage(() => this.storage.stat(request.objectKey))) ?? { size: 0 };
      if (size === 0) throw mailingGone();
      const file = () => stretches(textOnly(readObject(this.storage, request, { start: 0, end: size })));
      return await this.write(request, file, await this.judge(request, file, size));
    } catch (error) {
      throw error instanceof ObjectMissing || error instanceof ObjectChanged ? mailingGone() : error;
    }
  }

  private judge(request: CleansingRequested, file: () => AsyncIterable<Buffer>, size: number): Promise<Judged> {
    return this.sources.open(request.optoutListId, async ({ kind, sides: opened }) => {
      const verdicts = new Verdicts();
      const most = size / LEAST_LINE_BYTES;
      const sides = opened.map(({ keyBytes, snapshot }) => new ListSide(keyBytes, snapshot, verdicts, most));
      const reader = new EntryReader(kind, sides, verdicts);
      const counts = await judgeEntries(file(), reader, sides);
      return { ...counts, verdicts, domains: reader.hashes ? kind.domains : [] };
    });
  }

  private async write(
    { preparationId, campaignName, requestedAt }: CleansingRequested,
    file: () => AsyncIterable<Buffer>,
    { verdicts, domains, submitted, malformed }: Judged,
  ): Promise<Omit<Cleansing, 'expiresAt'>> {
    const names = cleansedNames(campaignName, new Date(requestedAt));
    const objectKey = `cleanse/${preparationId}/cleansed.zip`;
    const zip = new ZipFile(new Date(), [
      { name: names.cleansed, content: deflateText(splitLines(file(), verdicts, false)) },
      { name: names.matches, content: deflateText(splitLines(file(), verdicts, true)) },
      ...(domains.length > 0
        ? [{ name: names.domains, content: deflateText([Buffer.from(`${domains.join('\n')}\n`)]) }]
        : []),
    ]);
    await putObject(this.storage, objectKey, zip.chunks(), {
      contentType: 'application/zip',
      finish: (part, offset) => zip.finish(part, offset),
    });
    const counts = { submittedCount: submitted, matchedCount: verdicts.matched, malformedCount: malformed };
    return { preparationId, objectKey, fileName: names.zip, ...counts };
  }
}
