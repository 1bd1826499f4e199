/**
 * A small language for what a state file may hold. A shape reads one YAML node into a value and reports all that is wrong with it at its place in the file; `undefined` means that it did.
 * It checks form alone (names, kinds of values, which fields there are): what a value means is for the service that owns it.
 */
import { isAlias, isMap, isScalar, isSeq, type Node, type Pair } from 'yaml';

export interface Place {
  field: string;
  report(node: Node | null, field: string, message: string): void;
  /** An alias stands for the node that its anchor names. */
  resolve(node: Node | null): Node | null;
}

export type Shape<T> = (node: Node | null, at: Place) => T | undefined;
type Field<T> = { shape: Shape<T>; required: boolean };
type Required<T> = Field<T> & { required: true };
type Fields = Record<string, Field<unknown>>;
type ValueOf<F> = F extends Field<infer T> ? T : never;
export type ObjectOf<F extends Fields> = {
  [K in keyof F as F[K] extends Required<unknown> ? K : never]: ValueOf<F[K]>;
} & {
  [K in keyof F as F[K] extends Required<unknown> ? never : K]?: ValueOf<F[K]>;
};
export type ShapeValue<S> = S extends Shape<infer T> ? T : never;

export const required = <T>(shape: Shape<T>): Required<T> => ({ shape, required: true });
export const optional = <T>(shape: Shape<T>): Field<T> => ({ shape, required: false });

/** Text; what YAML would read as a number is taken as it is written, so that an id of digits needs no quotes. */
export function text(pattern?: RegExp, what = 'a text'): Shape<string> {
  return (node, at) => {
    const scalar = isScalar(node) ? node : undefined;
    const value = typeof scalar?.value === 'number' ? scalar.source : scalar?.value;
    if (typeof value !== 'string' || value === '') return wrong(node, at, `must be ${what}${hint(scalar?.value)}`);
    return pattern && !pattern.test(value) ? wrong(node, at, `must be ${what}`) : value;
  };
}

export const flag: Shape<boolean> = (node, at) =>
  isScalar(node) && typeof node.value === 'boolean' ? node.value : wrong(node, at, 'must be true or false');

/** A whole number; both bounds are included. */
export function integer(min: number, max = Number.MAX_SAFE_INTEGER): Shape<number> {
  return (node, at) => {
    const value = isScalar(node) ? node.value : undefined;
    const fits = Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
    return fits ? (value as number) : wrong(node, at, `must be a whole number from ${min}`);
  };
}

export function oneOf<const T extends string | number>(...values: T[]): Shape<T> {
  return (node, at) => {
    const value = isScalar(node) ? (node.value as T) : undefined;
    return value !== undefined && values.includes(value) ? value : wrong(node, at, `must be ${values.join(' or ')}`);
  };
}

export function listOf<T>(shape: Shape<T>): Shape<T[]> {
  return (node, at) => {
    if (!isSeq(node)) return wrong(node, at, 'must be a list');
    const read = (item: unknown, index: number) => {
      const place = { ...at, field: `${at.field}[${index}]` };
      return shape(at.resolve(item as Node | null), place);
    };
    return node.items.map(read).filter((item) => item !== undefined);
  };
}

export function object<F extends Fields>(fields: F): Shape<ObjectOf<F>> {
  return (node, at) => {
    if (!isMap(node)) return wrong(node, at, `must have fields (${Object.keys(fields).join(', ')})`);
    const result: Record<string, unknown> = {};
    for (const pair of node.items as Pair<Node, Node | null>[]) readField(fields, pair, at, result);
    for (const [name, { required }] of Object.entries(fields)) {
      if (required && !node.has(name)) at.report(node, at.field, `lacks the field ${name}`);
    }
    return result as ObjectOf<F>;
  };
}

/** The first shape for nodes that have the given field with the given value, and so on; says which values there are. */
export function taggedBy<T>(tag: string, variants: Record<string, Shape<T>>, fallback?: string): Shape<T> {
  return (node, at) => {
    if (!isMap(node)) return wrong(node, at, `must have fields (${tag}, …)`);
    const name = node.has(tag) ? String(node.get(tag)) : fallback;
    if (name === undefined) return wrong(node, at, `lacks the field ${tag}`);
    const variant = Object.hasOwn(variants, name) ? variants[name] : undefined;
    if (variant) return variant(node, at);
    return wrong(
      node.get(tag, true) as Node,
      { ...at, field: `${at.field}.${tag}` },
      `must be ${Object.keys(variants).join(' or ')}`,
    );
  };
}

function readField(
  fields: Fields,
  { key, value }: Pair<Node, Node | null>,
  at: Place,
  result: Record<string, unknown>,
) {
  const name = isScalar(key) ? String(key.value) : '?';
  const field = at.field === '' ? name : `${at.field}.${name}`;
  if (!Object.hasOwn(fields, name)) {
    at.report(key, field, `unknown field; there are ${Object.keys(fields).join(', ')}`);
    return;
  }
  if (value === null) {
    at.report(key, field, 'has no value');
    return;
  }
  const read = fields[name]!.shape(at.resolve(value), { ...at, field });
  if (read !== undefined) result[name] = read;
}

function wrong(node: Node | null, at: Place, message: string): undefined {
  at.report(node, at.field, isAlias(node) ? 'names an anchor that is not there' : message);
}

function hint(value: unknown): string {
  return typeof value === 'boolean' || value === null ? '; put it in quotes if it is one' : '';
}
