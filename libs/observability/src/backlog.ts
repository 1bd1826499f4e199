import { Injectable } from '@nestjs/common';

/** How long new work would have to wait in this process, by what each lib expects of the server that it speaks to. */
@Injectable()
export class Backlog {
  private readonly waits: (() => number)[] = [];

  /** @param expectedMs how long it would take until whoever comes now has his turn */
  add(expectedMs: () => number): void {
    this.waits.push(expectedMs);
  }

  /** Milliseconds; 0 if there is no queue. */
  expectedMs(): number {
    return Math.max(0, ...this.waits.map((wait) => wait()));
  }
}
