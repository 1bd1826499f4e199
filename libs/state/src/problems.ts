import { invalidRequest, MOST_ERRORS } from '#http';

/** What is wrong with a wanted state, gathered so that one answer names as much of it as it can. */
export class Problems {
  readonly found: { pointer: string; detail: string }[] = [];

  /** @param pointer JSON Pointer (RFC 6901) into the section */
  add(pointer: string, detail: string): void {
    if (this.found.length < MOST_ERRORS) this.found.push({ pointer, detail });
  }

  /** @throws {Problem} 400 if there are any */
  throwIfAny(): void {
    if (this.found.length > 0) throw invalidRequest('The state can not be applied.', this.found);
  }
}
