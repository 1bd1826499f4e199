import type { FieldError } from './problem.js';

/** Faults of a request that one answer names at most. */
export const MOST_ERRORS = 20;

/** As many as an answer names; nobody looks for more. */
export function firstErrors(found: Generator<FieldError>): FieldError[] {
  return found.take(MOST_ERRORS).toArray();
}
