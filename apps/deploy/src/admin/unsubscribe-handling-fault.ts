import { isUuid } from '#http';
import { isOfLength } from '../contact-schema/is-of-length.js';

interface Field {
  expected: string;
  required: boolean;
  holds: (value: unknown) => boolean;
}

const text = (required: boolean): Field => ({
  expected: 'a text of 1 to 2,048 characters',
  required,
  holds: (value) => typeof value === 'string' && isOfLength(value, 2_048),
});

const kinds: Record<string, Record<string, Field>> = {
  Deploy: {
    useListUnsubscribeHeader: {
      expected: 'true or false',
      required: true,
      holds: (value) => typeof value === 'boolean',
    },
    unsubscribePageId: { expected: 'a UUID', required: false, holds: isUuid },
  },
  ThirdParty: { unsubscribeUrl: text(true), listUnsubscribeHeader: text(false) },
};

/** What keeps a value from being an {@link UnsubscribeHandling}. */
export function unsubscribeHandlingFault(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object';
  const { type, ...rest } = value as Record<string, unknown>;
  if (typeof type !== 'string' || !Object.hasOwn(kinds, type)) return 'must have the type Deploy or ThirdParty';
  const fields = kinds[type]!;
  const unknown = Object.keys(rest).find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined) return `of type ${type} has no field ${unknown}`;
  const wrong = Object.entries(fields).find(([name, field]) =>
    rest[name] === undefined ? field.required : !field.holds(rest[name]),
  );
  return wrong && `must have ${wrong[1].expected} as ${wrong[0]}`;
}
