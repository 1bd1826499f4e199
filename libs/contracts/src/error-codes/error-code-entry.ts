/** One code that failures carry, as the error catalogue tells clients of it. */
export interface ErrorCodeEntry {
  /** HTTP statuses that it comes with. Where prepare of the mailer answers 200 for all, those that getfile would have. */
  statuses: readonly number[];
  meaning: string;
  /** What the client does about it. */
  remedy: string;
}
