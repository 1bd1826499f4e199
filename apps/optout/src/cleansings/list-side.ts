import { type KeyBytes, type OptOutSnapshot, Records, sortRecords } from '../opt-outs/index.js';
import type { Verdicts } from './verdicts.js';

/** Memory for keys, and the same again to sort them: 48 MB each. That many are looked for in the lists in one pass. */
const MOST_WORDS = 12_000_000;

/** Lists with keys of one kind, and the entries that are still to be looked for in them. */
export class ListSide {
  private readonly records: Records;

  /** @param most entries that there can be */
  constructor(
    readonly keyBytes: KeyBytes,
    private readonly snapshot: OptOutSnapshot,
    private readonly verdicts: Verdicts,
    most: number,
  ) {
    const words = Math.min(MOST_WORDS, Math.ceil(most + 1) * (keyBytes / 4 + 1));
    // Where a plain value's place would be stands the number of the entry: it is moved along with its key.
    this.records = new Records(keyBytes, true, {
      words: new Uint32Array(words),
      spare: new Uint32Array(words),
      arena: Buffer.alloc(0),
    });
  }

  get isFull(): boolean {
    return this.records.count >= this.records.capacity;
  }

  /** Adds an entry. @returns where the words of its key are to be written in {@link words} */
  add(entry: number): number {
    const { records } = this;
    const at = records.count++ * records.width;
    records.words[at + records.keyWords] = entry;
    return at;
  }

  /** Takes the last one back. */
  drop(): void {
    this.records.count--;
  }

  get words(): Uint32Array {
    return this.records.words;
  }

  /** Looks for all that were added, and forgets them. */
  async look(): Promise<void> {
    const { records, verdicts } = this;
    if (records.count === 0) return;
    sortRecords(records);
    const marks = await this.snapshot.known(records);
    for (let n = 0; n < records.count; n++)
      if (marks[n]) verdicts.add(records.words[n * records.width + records.keyWords]!);
    records.clear();
  }
}
