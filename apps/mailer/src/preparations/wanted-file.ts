import type { Access, Format } from '../access-keys/access.js';
import {
  campaignDisabled,
  deltasNotAllowed,
  invalidFormat,
  listNotKnownYet,
  md5NotAllowed,
  plainNotAllowed,
} from './preparations.errors.js';
import type { PrepareQuery } from './prepare-query.js';
import { watermarkBefore } from './prepare-query.js';

export interface WantedFile {
  format: Format;
  /** A delta: only what came in after this watermark. */
  since?: string;
}

/** @throws campaign_disabled, server_error */
export function refuseUnusable({ campaign, list }: Access): void {
  if (!campaign.enabled) throw campaignDisabled('Ask whoever runs the campaign.');
  if (list.storage === null) throw listNotKnownYet();
  if (!list.inUse) throw campaignDisabled('The list of this campaign is not in use any more.');
}

/**
 * The file that an access key's holder may have of what he asks for. A delta of a key that has fetched nothing yet is the whole file.
 * @throws the refusals of preparations.errors
 */
export function wantedFile(access: Access, query: PrepareQuery): WantedFile {
  refuseUnusable(access);
  const { campaign, list } = access;
  const format = query.format ?? campaign.format;
  if ((format === 'sha512') !== (list.storage === 'sha512'))
    throw invalidFormat(
      list.storage === 'sha512' ? 'This list has one format: sha512.' : 'This list has the formats plain and md5.',
    );
  if (format === 'plain' && !access.plain) throw plainNotAllowed();
  if (format === 'md5' && !access.md5) throw md5NotAllowed();
  if (!query.deltas) return { format };
  if (!access.deltas) throw deltasNotAllowed();
  const since =
    query.deltaTimestamp === undefined ? (access.fetchedWatermark ?? undefined) : watermarkBefore(query.deltaTimestamp);
  return { format, ...(since && { since }) };
}
