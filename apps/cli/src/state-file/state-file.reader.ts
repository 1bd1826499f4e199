import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import type { FileProblem } from './file-problem.js';
import { type StateFile, stateFile } from './state-file.shape.js';

/** A state file as it was read, with the places of its things, so that later checks can name them. */
export interface ReadStateFile {
  state: StateFile;
  problems: FileProblem[];
  /** The problem at the thing that the path leads to, or at the nearest thing above it that the file has. */
  problemAt(path: (string | number)[], message: string): FileProblem;
}

/** Reads a whole file and reports everything that is wrong with its form, in the order of the lines. */
export function readStateFile(source: string): ReadStateFile {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, version: '1.2', prettyErrors: false });
  const problems: FileProblem[] = document.errors.map(({ pos, message }) => {
    const { line, col } = lines.linePos(pos[0]);
    return { line, column: col, field: '', message };
  });
  const problem = (node: Node | null, field: string, message: string): FileProblem => {
    const { line, col } = lines.linePos(node?.range?.[0] ?? 0);
    return { line: Math.max(1, line), column: Math.max(1, col), field, message };
  };
  const resolve = (node: Node | null) => resolved(node, document);
  const report = (node: Node | null, field: string, message: string) => problems.push(problem(node, field, message));
  const root = resolve(document.contents);
  const state = problems.length === 0 ? stateFile(root, { field: '', report, resolve }) : undefined;
  return {
    state: state ?? { version: 1 },
    problems: problems.sort((a, b) => a.line - b.line || a.column - b.column),
    problemAt: (path, message) => problem(nearest(root, path, resolve), fieldOf(path), message),
  };
}

function resolved(node: Node | null, document: Document.Parsed): Node | null {
  return node && 'resolve' in node ? ((node.resolve as (document: Document.Parsed) => Node)(document) ?? node) : node;
}

function nearest(root: Node | null, path: (string | number)[], resolve: (node: Node | null) => Node | null) {
  let node = root;
  for (const step of path) {
    const next = isMap(node) || isSeq(node) ? resolve((node.get(step, true) as Node | undefined) ?? null) : null;
    if (next === null || (!isMap(next) && !isSeq(next) && !isScalar(next))) break;
    node = next;
  }
  return node;
}

/** `['lists', 0, 'channel']` as `lists[0].channel`. */
function fieldOf(path: (string | number)[]): string {
  return path.reduce<string>(
    (field, step) => (typeof step === 'number' ? `${field}[${step}]` : field === '' ? step : `${field}.${step}`),
    '',
  );
}
