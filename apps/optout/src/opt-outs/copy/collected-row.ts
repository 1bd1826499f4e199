import type { SourcePage } from '../kernels/merge-cursors.js';
import type { MergeSource } from '../kernels/merge-pages.js';
import type { OptOutFact } from '../opt-out.types.js';
import type { CopyRow } from './copy-rows.js';

/** Milliseconds from 1970 to PostgreSQL's own epoch, 2000. */
const EPOCH_MS = 946_684_800_000;

/** A collected row of the stream as a page of one key. */
export function collectedPage(row: CopyRow, listId: string): SourcePage<MergeSource> {
  const [, keys, plain, passes, at, linkKey, campaign, affiliate, subAffiliate, ip, metadata] = row;
  const fact: OptOutFact = {
    type: 'collected',
    listId,
    at: new Date(Math.floor(Number(at!.readBigInt64BE()) / 1_000) + EPOCH_MS),
    ...(linkKey && { linkKey: linkKey.toString() }),
    ...(campaign && { campaign: campaign.toString() }),
    ...(affiliate && { affiliate: affiliate.toString() }),
    ...(subAffiliate && { subAffiliate: subAffiliate.toString() }),
    ...(ip && { ip: ip.toString() }),
    ...(metadata && { metadata: metadata.toString() }),
  };
  return {
    source: { fact, passes: passes![0] === 1 },
    keys: keys!,
    plains: plain ? Buffer.concat([Buffer.from([plain.length]), plain]) : null,
  };
}
