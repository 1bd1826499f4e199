import { normaliseDomains } from '#identity';
import { noDomains, rangeEndsBeforeItBegins } from './downloads.errors.js';
import type { PrepareDownloadDto } from './prepare-download.dto.js';
import type { Selection } from './selection.js';

/** The selection that a request asks for. @throws 400 where fields don't go together */
export function selectionOf(body: PrepareDownloadDto): Selection {
  const { columns, collectionType: types, dateRange: dates, domainFilter, metadataFilter: metadata } = body;
  // Texts of this form compare as the days that they stand for.
  if (dates && dates.from > dates.to) throw rangeEndsBeforeItBegins();
  const domains = domainFilter === undefined ? undefined : normaliseDomains(domainFilter);
  if (domainFilter !== undefined && !domains) throw noDomains();
  return {
    columns,
    types,
    ...(dates && { dates: { from: dates.from, to: dates.to } }),
    ...(domains && { domains: [...new Set(domains)] }),
    ...(metadata !== undefined && { metadata }),
  };
}
