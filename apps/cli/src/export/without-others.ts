import { Document, type Node } from 'yaml';
import type { Shape } from '../state-file/shapes.js';

/** A value with just the fields that its shape knows: what services tell besides (versions, addresses) is no part of a state file. */
export function withoutOthers<T>(shape: Shape<T>, value: unknown): T {
  const node = new Document(JSON.parse(JSON.stringify(withoutNulls(value)))).contents as Node;
  return shape(node, { field: '', report: () => {}, resolve: (inner) => inner }) as T;
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return Object.fromEntries(entries.map(([name, member]) => [name, withoutNulls(member)]));
}
