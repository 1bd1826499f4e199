/** A value's form, declared once: it types the value, checks it at run time, and is its JSON Schema in the AsyncAPI document. */
export interface Shape<T> {
  readonly schema: JsonSchema;
  /** What is wrong with the value and where (a JSON pointer), or undefined. Never repeats the value: it may be an address. */
  problem(value: unknown, at: string): string | undefined;
  /** Carries the type alone; never set. */
  readonly value?: T;
}

/** A field that may be absent. `null` isn't absent. */
export interface OptionalShape<T> extends Shape<T> {
  readonly optional: true;
}

export type JsonSchema = { readonly [keyword: string]: unknown };
export type Fields = { readonly [name: string]: Shape<unknown> };

type OptionalNames<F extends Fields> = {
  [K in keyof F]: F[K] extends { readonly optional: true } ? K : never;
}[keyof F];
export type ValueOf<S> = S extends Shape<infer T> ? T : never;
export type ObjectOf<F extends Fields> = {
  -readonly [K in Exclude<keyof F, OptionalNames<F>>]: ValueOf<F[K]>;
} & { -readonly [K in OptionalNames<F>]?: ValueOf<F[K]> };
