/** One thing that a service keeps about a person. */
export interface StoredThing {
  /** What it is, such as `contact`. */
  what: string;
  /** All that is stored of it. */
  data: Record<string, unknown>;
}

/** What was erased, and how many of it. */
export interface ErasedThing {
  what: string;
  count: number;
}

/** A service's answer to data subject requests. An address that it can't read is nobody's: it finds nothing. */
export abstract class PersonalData {
  abstract find(address: string): Promise<StoredThing[]>;
  /** Durable when it returns. Done twice it is the same. */
  abstract erase(address: string): Promise<ErasedThing[]>;
}
