import { firstErrors } from '../errors/first-errors.js';
import { pointer } from '../errors/pointer.js';
import { type FieldError, invalidRequest } from '../errors/problem.js';

/** In UTF-16 units, before it is escaped. What lies so deep that its pointer would be longer is told of by the pointer of what it lies in. */
const MOST_POINTER_LENGTH = 10_000;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a JSON text (RFC 8259) as the interface wants it: UTF-8, and no NUL or lone surrogate in any string, each named by its pointer (one in a key by the pointer of its object).
 * Of a key given twice the last counts. A key `__proto__` is refused: nothing has such a field, and it must never reach an object.
 * @throws {Problem} 400
 */
export function parseStrictJson(bytes: Buffer): unknown {
  const value = parse(bytes);
  // Without an escape, and without that word, none of what is looked for can be there.
  if (bytes.includes('\\') || bytes.includes('__proto__')) {
    const problems = firstErrors(problemsOf(value));
    if (problems.length > 0) throw invalidRequest('The body holds text that can not be stored.', problems);
  }
  return value;
}

function parse(bytes: Buffer): unknown {
  if (bytes.length === 0) throw invalidRequest('A JSON body is required.');
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw invalidRequest('The body is not valid JSON.');
  }
}

/** Walks with a stack of its own: nesting as deep as the body is long must not end the process. */
function* problemsOf(root: unknown): Generator<FieldError> {
  const open: { value: unknown; path: Path }[] = [{ value: root, path: ROOT }];
  for (let item = open.pop(); item; item = open.pop()) {
    const { value, path } = item;
    if (typeof value === 'string' && isUnstorable(value))
      yield { pointer: pointerOf(path), detail: 'must not hold a NUL or a lone surrogate' };
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      if (isUnstorable(key))
        yield { pointer: pointerOf(path), detail: 'must not have a key with a NUL or a lone surrogate' };
      else if (key === '__proto__') yield { pointer: pointerOf(below(path, key)), detail: 'is not a known field' };
      else open.push({ value: child, path: below(path, key) });
    }
  }
}

interface Path {
  key: string;
  parent?: Path;
  /** Of the pointer; infinite where it stands for all that is below. */
  length: number;
}

const ROOT: Path = { key: '', length: 0 };

function below(parent: Path, key: string): Path {
  const length = parent.length + 1 + key.length;
  return length > MOST_POINTER_LENGTH ? { ...parent, length: Number.POSITIVE_INFINITY } : { key, parent, length };
}

function pointerOf(path: Path): string {
  const keys: string[] = [];
  for (let step = path; step.parent; step = step.parent) keys.push(step.key);
  return pointer(...keys.reverse());
}

function isUnstorable(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed();
}
