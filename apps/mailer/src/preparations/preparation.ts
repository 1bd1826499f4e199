/** A prepared file, or one that is being prepared. */
export interface Preparation {
  id: string;
  status: 'preparing' | 'ready' | 'failed';
  errorCode: string | null;
  help: string | null;
  objectKey: string | null;
  fileName: string | null;
  /** Of a cleansed mailing list. */
  submittedCount: number | null;
  matchedCount: number | null;
  malformedCount: number | null;
}

export interface NewPreparation {
  id: string;
  accessKey: string;
  optoutListId: string;
  /** SHA-256 of the download token that the link carries. */
  dcmaHash: string;
  requestedAt: Date;
  linkExpiresAt: Date;
}
