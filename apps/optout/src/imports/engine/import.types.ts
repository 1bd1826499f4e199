/** What the API says of an import. */
export type ImportStatus = 'running' | 'success' | 'failed' | 'removed';

/** Where a running import is: waiting for its file, reading it range by range, waiting for another import of its list, storing slice by slice. */
export type ImportStage = 'open' | 'reading' | 'queued' | 'storing' | 'finished';

/** How the lines of a file are read and what is kept of them: the list's, as they were when the upload was prepared. */
export interface ImportTarget {
  readonly listId: string;
  readonly channel: 'email' | 'sms';
  readonly storage: 'plain' | 'md5' | 'sha512';
  /** SMS lists: how national numbers are read. */
  readonly region?: string;
}

export interface NewImport extends ImportTarget {
  readonly userId: string;
  /** Bytes. */
  readonly fileContentLength: number;
  readonly urlExpiresAt: Date;
}

export interface ImportView {
  readonly id: string;
  readonly listId: string;
  readonly userId: string;
  readonly status: ImportStatus;
  readonly stage: ImportStage;
  readonly fileContentLength: number;
  readonly objectKey: string;
  readonly urlExpiresAt: Date;
  /** RFC 3339 with microseconds: pages begin at it. */
  readonly createdAt: string;
  /** When the whole file was noticed in the storage. */
  readonly noticedAt?: Date;
  readonly finishedAt?: Date;
  /** Seconds since the file was noticed, or from then to the end. */
  readonly elapsedSeconds?: number;
  /** 0 to 1; of running ones. */
  readonly progress: number;
  /** Of ended ones. */
  readonly message?: string;
  readonly submittedCount?: number;
  readonly addedCount?: number;
  readonly malformedCount?: number;
}
