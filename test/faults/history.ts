/**
 * What was sent, answered and done to whom, in the order of this process's clock; also as lines of JSON in a file, for whoever wants to know more than a violation tells.
 */
import { appendFileSync, writeFileSync } from 'node:fs';

export interface Fact {
  /** Milliseconds since the run began. */
  at: number;
  who: string;
  /** What it is about: an address, an import, a server. */
  about: string;
  what: string;
}

export interface Violation {
  /** What had been promised. */
  promise: string;
  about: string;
  found: string;
}

export class History {
  private readonly file: string;
  /** Harm and recovery. */
  private readonly deeds: Fact[] = [];
  private readonly facts = new Map<string, Fact[]>();
  private readonly began = performance.now();
  private lines: string[] = [];

  constructor(file: string) {
    this.file = file;
    writeFileSync(file, '');
  }

  note(who: string, about: string, what: string): void {
    const fact = { at: Math.round(performance.now() - this.began), who, about, what };
    // A recovery after nothing is no news.
    if (who === 'harm' || (who === 'recovery' && this.deeds.at(-1)?.who === 'harm')) this.deeds.push(fact);
    const known = this.facts.get(about);
    if (known) known.push(fact);
    else this.facts.set(about, [fact]);
    this.lines.push(JSON.stringify(fact));
    if (this.lines.length >= 500) this.flush();
  }

  get harms(): Fact[] {
    return this.deeds.filter(({ who }) => who === 'harm');
  }

  flush(): void {
    appendFileSync(this.file, this.lines.map((line) => `${line}\n`).join(''));
    this.lines = [];
  }

  /** The shortest story of a thing: what is known of it, and the harm that was done from ten seconds before its first fact to ten after its last. */
  story(about: string): string[] {
    const own = this.facts.get(about) ?? [];
    const [first = 0, last = Number.POSITIVE_INFINITY] = [own[0]?.at, own.at(-1)?.at];
    const deeds = this.deeds.filter(({ at }) => at > first - 10_000 && at < last + 10_000);
    return [...new Set([...own, ...deeds])]
      .sort((a, b) => a.at - b.at)
      .map(({ at, who, about, what }) => `${(at / 1_000).toFixed(3).padStart(9)} s  ${who}: ${about}: ${what}`);
  }
}
