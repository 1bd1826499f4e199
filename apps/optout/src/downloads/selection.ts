export const columns = ['plain', 'hashed', 'timestamp', 'campaign', 'ip', 'metadata'] as const;
export const collectionTypes = ['collected', 'imported'] as const;

export type Column = (typeof columns)[number];
export type CollectionType = (typeof collectionTypes)[number];

/** What a download asks for, checked and in its final form; kept with the download as JSON. */
export interface Selection {
  columns: Column[];
  types: CollectionType[];
  /** Whole days in UTC, yyyy-MM-dd, both in. */
  dates?: { from: string; to: string };
  /** Lower-cased. */
  domains?: string[];
  metadata?: string;
}
