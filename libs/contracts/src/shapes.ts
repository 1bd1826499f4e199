import type { Fields, JsonSchema, ObjectOf, OptionalShape, Shape } from './shape.js';

const shape = <T>(schema: JsonSchema, expected: string, holds: (value: unknown) => boolean): Shape<T> => ({
  schema,
  problem: (value, at) => (holds(value) ? undefined : `${at}: expected ${expected}`),
});

const matching = (pattern: RegExp, expected: string, description: string, more: JsonSchema = {}): Shape<string> =>
  shape(
    { type: 'string', pattern: pattern.source, ...more, description },
    expected,
    (value) => typeof value === 'string' && pattern.test(value),
  );

const uuidPattern = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;
const timePattern = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/;

export const uuid = (description: string): Shape<string> => matching(uuidPattern, 'a UUID', description);

/** RFC 3339; up to nanoseconds. */
export const time = (description: string): Shape<string> =>
  matching(timePattern, 'a time (RFC 3339)', description, { format: 'date-time' });

export const md5 = (description: string): Shape<string> =>
  matching(/^[0-9a-f]{32}$/, '32 lower-case hex digits', description);

/** Lower-case hex of a hash: 32 digits (MD5) or 128 (SHA-512). */
export const hash = (description: string): Shape<string> =>
  matching(/^([0-9a-f]{32}|[0-9a-f]{128})$/, '32 or 128 lower-case hex digits', description);

export const sha256 = (description: string): Shape<string> =>
  matching(/^[0-9a-f]{64}$/, '64 lower-case hex digits', description);

export const optoutListId = (description: string): Shape<string> =>
  matching(/^[0-9a-f]{16}$/, '16 lower-case hex digits', description);

export const text = (description: string): Shape<string> =>
  shape({ type: 'string', description }, 'a string', (value) => typeof value === 'string');

/** An id that means something to its owner alone: not empty. */
export const reference = (description: string): Shape<string> =>
  shape(
    { type: 'string', minLength: 1, description },
    'a string that is not empty',
    (value) => typeof value === 'string' && value !== '',
  );

/** Zero or more. */
export const integer = (description: string): Shape<number> =>
  shape(
    { type: 'integer', minimum: 0, description },
    'an integer of zero or more',
    (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  );

export const flag = (description: string): Shape<boolean> =>
  shape({ type: 'boolean', description }, 'true or false', (value) => typeof value === 'boolean');

export const oneOf = <const T extends string>(values: readonly T[], description: string): Shape<T> =>
  shape({ type: 'string', enum: values, description }, `one of ${values.join(', ')}`, (value) =>
    (values as readonly unknown[]).includes(value),
  );

export const listOf = <T>(item: Shape<T>, description: string): Shape<T[]> => ({
  schema: { type: 'array', items: item.schema, description },
  problem: (value, at) => {
    if (!Array.isArray(value)) return `${at}: expected an array`;
    for (let i = 0; i < value.length; i++) {
      const problem = item.problem(value[i], `${at}/${i}`);
      if (problem) return problem;
    }
    return undefined;
  },
});

export const optional = <T>(inner: Shape<T>): OptionalShape<T> => ({ ...inner, optional: true });

/** Unknown fields are let through: a consumer must not break when a newer publisher says more. */
export function object<F extends Fields>(fields: F, description?: string): Shape<ObjectOf<F>> {
  const entries = Object.entries(fields);
  const required = entries.filter(([, field]) => !('optional' in field)).map(([name]) => name);
  return {
    schema: {
      type: 'object',
      ...(description && { description }),
      required,
      properties: Object.fromEntries(entries.map(([name, field]) => [name, field.schema])),
    },
    problem: (value, at) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        return `${at || '/'}: expected an object`;
      for (const [name, field] of entries) {
        const inner = (value as Record<string, unknown>)[name];
        if (inner === undefined && 'optional' in field) continue;
        const problem = field.problem(inner, `${at}/${name}`);
        if (problem) return problem;
      }
      return undefined;
    },
  };
}
