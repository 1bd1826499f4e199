interface Waiting<I, O> {
  item: I;
  resolve(result: O): void;
  reject(reason: unknown): void;
}

export interface BatchLimits {
  /** Most items of one batch. */
  size: number;
  /** Batches that are worked on at the same time. */
  lanes: number;
  /** Most items that wait for a batch. */
  waiting: number;
}

/** More items are waiting than there may be. */
export class TooManyWaiting extends Error {}

/**
 * Gathers what single requests ask for, so that many share one statement. Whatever comes in while the lanes are busy is the next batch; on an idle machine a batch is what arrived
 * in the same turn of the event loop, so nobody waits for company. All items of a batch share its failure. Nothing is kept here that isn't also waited for.
 */
export class Batches<I, O> {
  private waiting: Waiting<I, O>[] = [];
  private busy = 0;
  private scheduled: boolean = false;

  /** @param work answers each item of a batch, in its order */
  constructor(
    private readonly work: (items: I[]) => Promise<O[]>,
    private readonly limits: BatchLimits,
  ) {}

  /** @throws {TooManyWaiting} */
  async add(item: I): Promise<O> {
    if (this.waiting.length >= this.limits.waiting) throw new TooManyWaiting();
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.scheduled || this.waiting.length === 0 || this.busy >= this.limits.lanes) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      void this.run(this.waiting.splice(0, this.limits.size));
      this.schedule();
    });
  }

  private async run(batch: Waiting<I, O>[]): Promise<void> {
    this.busy += 1;
    try {
      const results = await this.work(batch.map(({ item }) => item));
      for (const [i, { resolve }] of batch.entries()) resolve(results[i]!);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.busy -= 1;
      this.schedule();
    }
  }
}
