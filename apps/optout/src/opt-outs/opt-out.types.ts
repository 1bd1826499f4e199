/** The words of the store: what an opt-out is, what is known of it, and what a reader can ask for. */

/** Bytes of a key: the MD5, or on `sha512` lists the SHA-512, of the normalised value. */
export type KeyBytes = 16 | 64;

export type CollectionType = 'collected' | 'imported';

/** One way in which an opt-out came into a list. All opt-outs of one import share one object, so it can serve as a cache key. */
export interface OptOutFact {
  readonly type: CollectionType;
  readonly listId: string;
  /** When it was received: the person's click, or the end of the import. */
  readonly at: Date;
  /** Imported ones alone. */
  readonly importReference?: string;
  readonly linkKey?: string;
  readonly campaign?: string;
  readonly affiliate?: string;
  readonly subAffiliate?: string;
  readonly ip?: string;
  /** The link's extRef, exactly as captured. */
  readonly metadata?: string;
}

/** Up to some thousands of opt-outs in ascending order of their keys, packed: a hundred million of them must not become objects. */
export interface OptOutBatch {
  readonly size: number;
  readonly keyBytes: KeyBytes;
  /** `size` × `keyBytes` bytes. */
  readonly keys: Buffer;
  /** The normalised values one after the other, UTF-8; the i-th lies between `plainEnds[i - 1] ?? 0` and `plainEnds[i]`, and is empty where only the hash is known. */
  readonly plains: Buffer;
  readonly plainEnds: Uint32Array;
  /** Per opt-out the fact that stands for it: of those that pass the filter the earliest collected one, else the earliest imported one. */
  readonly facts: readonly OptOutFact[];
}

/** Conditions combine with AND. */
export interface OptOutFilter {
  /** Default: both. */
  readonly types?: readonly CollectionType[];
  /** Received at or after. */
  readonly from?: Date;
  /** Received before (so the last day is in if this is the start of the next one). */
  readonly before?: Date;
  /** A watermark: only what came in after it. RFC 3339 with microseconds. */
  readonly since?: string;
  /** Normalised domains; matches them and everything below them. Opt-outs without a plain address can't match. */
  readonly domains?: readonly string[];
  /** Exactly this captured reference; only collected ones have one. */
  readonly metadata?: string;
  /** Whether plain values are wanted. They come from any fact of the lists, also from those that the filter leaves out. */
  readonly plain?: boolean;
}

/** An opt-out as the collect service tells of it, already normalised and hashed. */
export interface CollectedOptOut {
  /** Of the event; the same one is recorded once. */
  readonly eventId: string;
  readonly listId: string;
  /** Hex. */
  readonly hash: string;
  /** Only where the list keeps plain values. */
  readonly plain?: string;
  readonly collectedAt: Date;
  readonly linkKey?: string;
  readonly campaign?: string;
  readonly affiliate?: string;
  readonly subAffiliate?: string;
  readonly ip?: string;
  readonly metadata?: string;
}
