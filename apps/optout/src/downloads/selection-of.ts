import { normaliseDomains } from '#identity';
import { noDomains, rangeEndsBeforeItBegins, tooManyDomains } from './downloads.errors.js';
import type { PrepareDownloadDto } from './prepare-download.dto.js';
import type { Selection } from './selection.js';

const MOST_DOMAINS = 10_000;

/** The selection that a request asks for. @throws 400 where fields don't go together */
export function selectionOf(body: PrepareDownloadDto): Selection {
  const { columns, collectionType: types, dateRange: dates, domainFilter, metadataFilter: metadata } = body;
  // Texts of this form compare as the days that they stand for.
  if (dates && dates.from > dates.to) throw rangeEndsBeforeItBegins();
  const domains = domainFilter === undefined ? undefined : domainsOf(domainFilter);
  return {
    columns,
    types,
    ...(dates && { dates: { from: dates.from, to: dates.to } }),
    ...(domains && { domains }),
    ...(metadata !== undefined && { metadata }),
  };
}

function domainsOf(text: string): string[] {
  const domains = normaliseDomains(text);
  if (!domains) throw noDomains();
  const different = [...new Set(domains)];
  if (different.length > MOST_DOMAINS) throw tooManyDomains(MOST_DOMAINS);
  return different;
}
