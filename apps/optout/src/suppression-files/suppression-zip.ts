import type { OptOutSnapshot } from '../opt-outs/index.js';
import { deflateHexLines, type KeyBatch } from '../zip/deflate-hex-lines.js';
import { deflateText } from '../zip/deflate-text.js';
import type { Deflated } from '../zip/deflated.js';
import { ZipFile, type ZipMember } from '../zip/zip-file.js';
import type { MemberNames } from './member-names.js';
import { mergedKeys, sha512Keys } from './sha512-keys.js';
import { emptyList, globalNotExpressible, hashOnly } from './suppression-refusal.js';
import type { OpenedSource } from './suppression-snapshots.js';

const LF = 10;

/** The ZIP of one suppression file, and the number of its entries once its chunks have ended. They end with a refusal if there are none. */
export interface SuppressionZip {
  zip: ZipFile;
  entries: () => number;
}

/** @throws SuppressionRefusal rather than make a file that lacks somebody */
export async function suppressionZip(opened: OpenedSource, names: MemberNames): Promise<SuppressionZip> {
  const { source } = opened;
  await refuseIncomplete(opened);
  let count = 0;
  async function* counted<T>(parts: AsyncIterable<T>, entriesOf: (part: T) => number): AsyncGenerator<T> {
    for await (const part of parts) {
      count += entriesOf(part);
      yield part;
    }
    if (count === 0) throw emptyList(source.since !== undefined);
  }
  const content: Deflated =
    source.format === 'plain'
      ? deflateText(counted(opened.snapshot.plainLines(source.since), lineFeeds))
      : deflateHexLines(
          counted(keysOf(opened), ({ keys }) => keys.length / source.keyBytes),
          source.keyBytes,
        );
  const zip = new ZipFile(new Date(), [{ name: names.suppression, content }, ...domainsMember(source.domains, names)]);
  return { zip, entries: () => count };
}

async function refuseIncomplete({ source: { format, since }, snapshot, other }: OpenedSource): Promise<void> {
  if (format === 'plain' && (await snapshot.hasHashOnly(since))) throw hashOnly();
  if (!other) return;
  const expressible = format === 'sha512' ? !(await other.hasHashOnly(since)) : await isEmpty(other, since);
  if (!expressible) throw globalNotExpressible(format);
}

async function isEmpty(snapshot: OptOutSnapshot, since: string | undefined): Promise<boolean> {
  let count = 0;
  // To the end: a stream that is left half-way takes its transaction with it.
  for await (const { size } of snapshot.stream(since ? { since } : {})) count += size;
  return count === 0;
}

function keysOf({ source: { format, since }, snapshot, other }: OpenedSource): AsyncIterable<KeyBatch> {
  const own = snapshot.stream(since ? { since } : {});
  return format === 'sha512' && other ? mergedKeys(own, sha512Keys(other, since)) : own;
}

function domainsMember(domains: readonly string[], names: MemberNames): ZipMember[] {
  if (domains.length === 0) return [];
  return [{ name: names.domains, content: deflateText([Buffer.from(`${domains.join('\n')}\n`)]) }];
}

function lineFeeds(text: Buffer): number {
  let count = 0;
  for (let at = text.indexOf(LF); at >= 0; at = text.indexOf(LF, at + 1)) count++;
  return count;
}
