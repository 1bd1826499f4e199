/**
 * Decorators for the bodies and queries of requests, beside those of class-validator. They exist where class-validator says too little: which element of a list is at fault, null apart from
 * absent, query texts that stand for numbers.
 */
import { Allow, ValidateIf } from 'class-validator';

type Constructor<T = object> = new () => T;
/** Says what is wrong with a value, as a phrase that follows the field's name; undefined if nothing is. */
export type Check = (value: unknown) => string | undefined;
/** Makes a value of a query text; undefined if it isn't one. */
export interface Conversion {
  convert(text: string): unknown;
  detail: string;
}

const NESTED = Symbol('nested objects');
const ITEMS = Symbol('checks of items');
const CONVERSIONS = Symbol('conversions of query texts');

/** The field may be absent, but null is a value like any other, and wrong. */
export const Optional = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined);

/** The field is an object of its own class, or with `each` a list of such. */
export function Nested(type: () => Constructor, options: { each?: boolean } = {}): PropertyDecorator {
  return remember(NESTED, { type, each: options.each ?? false });
}

/** Each element of the list passes the check; an element that doesn't is named by its index. */
export function EachItem(check: Check): PropertyDecorator {
  return remember(ITEMS, check);
}

/** Plain decimal digits. Bounds, inclusive, are part of the check. */
export function QueryInteger({
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
}: {
  min?: number;
  max?: number;
} = {}): PropertyDecorator {
  const bounds = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  return remember(CONVERSIONS, {
    detail: `must be a whole number ${bounds}`,
    convert: (text) =>
      /^\d{1,16}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined,
  } satisfies Conversion);
}

/** `true` or `false`. */
export function QueryFlag(): PropertyDecorator {
  return remember(CONVERSIONS, {
    detail: 'must be true or false',
    convert: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  } satisfies Conversion);
}

interface Remembered {
  [NESTED]: { type: () => Constructor; each: boolean };
  [ITEMS]: Check;
  [CONVERSIONS]: Conversion;
}

function remember<K extends keyof Remembered>(kind: K, value: Remembered[K]): PropertyDecorator {
  return (prototype, property) => {
    Reflect.defineMetadata(kind, new Map(remembered(kind, prototype)).set(property as string, value), prototype);
    Allow()(prototype, property);
  };
}

function remembered<K extends keyof Remembered>(kind: K, prototype: object): Map<string, Remembered[K]> {
  return Reflect.getMetadata(kind, prototype) ?? new Map();
}

export const nestedOf = (prototype: object) => remembered(NESTED, prototype);
export const itemChecksOf = (prototype: object) => remembered(ITEMS, prototype);
export const conversionsOf = (prototype: object) => remembered(CONVERSIONS, prototype);
