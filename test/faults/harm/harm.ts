import type { Play } from '../client.ts';

/** What is done to somebody. It is undone by itself, or by the recovery after its burst. */
export interface Harm {
  what: string;
  /** How often it comes, beside the others. */
  weight: number;
  /** Whom it is done to; `undefined` where it can't be done. */
  whom: (play: Play) => string | undefined;
  do: (whom: string, play: Play) => Promise<void>;
}
