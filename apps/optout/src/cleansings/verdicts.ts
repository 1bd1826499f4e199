const PAGE_BYTES = 1_048_576;

/** Which of a file's entries are matches: a bit each, so that the 900 million shortest lines that 5 GiB can hold take some 110 MiB, and those of usual files a few. */
export class Verdicts {
  matched = 0;
  private readonly pages: Uint8Array[] = [];

  add(entry: number): void {
    const page = Math.floor(entry / (8 * PAGE_BYTES));
    this.pages[page] ??= new Uint8Array(PAGE_BYTES);
    const at = (entry >>> 3) % PAGE_BYTES;
    const bit = 1 << (entry & 7);
    if (this.pages[page][at]! & bit) return;
    this.pages[page][at]! |= bit;
    this.matched++;
  }

  has(entry: number): boolean {
    const page = this.pages[Math.floor(entry / (8 * PAGE_BYTES))];
    return page !== undefined && (page[(entry >>> 3) % PAGE_BYTES]! & (1 << (entry & 7))) !== 0;
  }
}
