export interface FieldProblem {
  detail: string;
  /** JSON Pointer (RFC 6901) into the section. */
  pointer: string;
}

/** What is wrong with a wanted state, gathered so that one answer names all of it. */
export class Problems {
  readonly found: FieldProblem[] = [];

  add(pointer: string, detail: string): void {
    this.found.push({ detail, pointer });
  }
}
