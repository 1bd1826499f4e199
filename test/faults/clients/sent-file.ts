import type { Violation } from '../history.ts';
import type { Random } from '../random.ts';

/** A file of opt-outs: addresses of its own, some of the file before, some twice, some lines that are none. */
export class Sent {
  readonly number: number;
  readonly distinct: number;
  readonly lines: number;
  readonly malformed: number;
  readonly content: Buffer;
  /** As many bytes, other addresses. Whatever is imported must be one of the two, whole. */
  readonly replacement: Buffer | undefined;
  /** Opt-outs that the list hadn't yet. */
  readonly added: number;
  reference = '';
  ended: 'success' | 'failed' | undefined;
  removed = false;
  private readonly overlap: number;

  constructor(number: number, before: Sent | undefined, random: Random) {
    this.number = number;
    const isReplaced = random.next() < 0.25;
    // One that is replaced has many parts.
    this.distinct = random.between(isReplaced ? 40_000 : 1_000, 60_000);
    this.malformed = random.between(0, 50);
    const isNeighbour = before && !before.replacement && !isReplaced;
    this.overlap = isNeighbour ? random.between(0, Math.min(500, before.distinct - 1)) : 0;
    const repeats = random.between(0, 500);
    const lineBreak = random.pick(['\n', '\r\n']);
    const fileOf = (name: string) => {
      const own = addresses(name, this.distinct);
      const nobodies = Array.from({ length: this.malformed }, (_, n) => `nobody ${n}`);
      const others = before ? addresses(before.names[0]!, this.overlap) : [];
      return [...own, ...others, ...own.slice(0, repeats), ...nobodies];
    };
    const lines = fileOf(`i${number}`);
    this.lines = lines.length;
    this.content = Buffer.from(lines.join(lineBreak));
    this.replacement = isReplaced ? Buffer.from(fileOf(`x${number}`).join(lineBreak)) : undefined;
    this.added = this.distinct + (before?.removed ? this.overlap : 0);
  }

  get about(): string {
    return `import ${this.number}`;
  }

  get described(): string {
    return `${this.lines} lines sent, ${this.distinct} distinct of its own, ${this.overlap} of the one before`;
  }

  /** What its addresses begin with. */
  get names(): string[] {
    return [`i${this.number}`, `x${this.number}`];
  }

  get mayBeRemoved(): boolean {
    return this.ended === 'success' && !this.replacement;
  }

  /** What of this file the next one has too. */
  isOverlap(found: number): boolean {
    return this.removed && found <= 500;
  }

  ownIn(counts: ReadonlyMap<string, number>): number {
    return counts.get(this.names[0]!) ?? 0;
  }

  /** @param counts rows of the list by the beginnings of addresses. @param next the file that has some of this one's addresses */
  judge(counts: ReadonlyMap<string, number>, next: Sent | undefined): Violation[] {
    const found = this.ownIn(counts);
    const replaced = counts.get(this.names[1]!) ?? 0;
    if (this.replacement) {
      if (this.ended === 'success' && found + replaced === this.distinct && found * replaced === 0) return [];
      if (this.ended === 'failed' && found * replaced === 0) return [];
      return this.violated(
        'an import is of one version of its file',
        `${found} of the first, ${replaced} of the second`,
      );
    }
    const kept = next && !next.removed && next.ended === 'success' ? next.overlap : 0;
    const wanted = this.removed ? kept : this.distinct;
    if (found === wanted || this.ended !== 'success') return [];
    return this.violated(
      `the list is the union of what came in and wasn't removed: ${wanted} of this file`,
      `${found}${this.removed ? '; it was removed' : ''}`,
    );
  }

  private violated(promise: string, found: string): Violation[] {
    return [{ promise, about: this.about, found }];
  }
}

const addresses = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${name}-${n}@faults.example`);
