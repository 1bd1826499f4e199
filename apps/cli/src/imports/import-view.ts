/** An import as the admin API of optout tells it. */
export interface ImportView {
  importReference: string;
  optoutListId: string;
  status: 'running' | 'success' | 'failed' | 'removed';
  /** `open` while the file has not arrived. */
  stage: string;
  /** 0 to 1. */
  progress: number;
  fileContentLength: number;
  createdAt: string;
  message?: string;
  submittedCount?: number;
  addedCount?: number;
  malformedCount?: number;
}

/** A line that is no opt-out. */
export interface MalformedLine {
  /** Of the file, from 1; not known behind a part that could not be read. */
  line?: number;
  reason: string;
  /** Masked. */
  value?: string;
}
