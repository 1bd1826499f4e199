/** For tests of what many do at the same time: what was so when, as far as those can tell who changed it. Its time is the order in which things began and ended. */
export class History {
  private time = 0;
  private readonly lines: string[] = [];

  begin(what: string): { began: number; end: (how?: string) => number } {
    const began = this.time++;
    const line = this.lines.push(`${began}-    ${what}`) - 1;
    const end = (how = '') => {
      const ended = this.time++;
      this.lines[line] = `${began}-${ended} ${what}${how}`;
      return ended;
    };
    return { began, end };
  }

  /** Somewhen in the course of `work` the ones become facts, and the others are none any more. */
  async change(what: string, facts: { come?: Fact[]; go?: Fact[] }, work: () => Promise<unknown>): Promise<void> {
    const { come = [], go = [] } = facts;
    const { began, end } = this.begin(what);
    for (const fact of come) fact.possibleFrom = began;
    for (const fact of go) fact.sureUntil = began;
    await work();
    const ended = end();
    for (const fact of come) fact.sureFrom = ended;
    for (const fact of go) fact.possibleUntil = ended;
  }

  toString(): string {
    return this.lines.join('\n');
  }
}

export class Fact {
  possibleFrom = Number.POSITIVE_INFINITY;
  sureFrom = Number.POSITIVE_INFINITY;
  sureUntil = Number.POSITIVE_INFINITY;
  possibleUntil = Number.POSITIVE_INFINITY;

  wasSure(from: number, to: number): boolean {
    return this.sureFrom < from && to < this.sureUntil;
  }

  wasPossible(from: number, to: number): boolean {
    return this.possibleFrom < to && from < this.possibleUntil;
  }
}
