/** What the request alone can tell about attributes: names that are never writable, and values that no type has. */
import type { FieldError } from '#http';
import { attributeFaults } from './attribute-faults.js';
import { isOfLength } from './is-of-length.js';

const MAX_CHARACTERS = 4_096;
const MAX_ITEMS = 100;

/** @param removable whether null, which removes an attribute, is a value here */
export function attributeFormFaults(attributes: object, { removable }: { removable: boolean }): FieldError[] {
  return attributeFaults(
    attributes,
    (name, value) => reservedName(name) ?? (removable && value === null ? undefined : valueFault(value)),
  );
}

/** Why an attribute of this name can't be written, whatever the schema. */
export function reservedName(name: string): string | undefined {
  if (name.includes(':')) return 'is derived by the service and can not be written';
  switch (name.toLowerCase()) {
    case 'email':
      return 'is the identity of the contact and can not be written as an attribute';
    case 'brand':
      return 'is not writable: subscriptions are managed by brandIds and the subscription endpoints';
    default:
      return undefined;
  }
}

function valueFault(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    if (value.length > MAX_ITEMS) return `must have at most ${MAX_ITEMS} items`;
    const index = value.findIndex((item) => typeof item === 'boolean' || scalarFault(item) !== undefined);
    return index < 0
      ? undefined
      : `must hold strings of 1 to ${MAX_CHARACTERS} characters or numbers; item ${index} is not`;
  }
  return scalarFault(value);
}

function scalarFault(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return isOfLength(value, MAX_CHARACTERS) ? undefined : `must have 1 to ${MAX_CHARACTERS} characters`;
    case 'number':
      // JSON has no infinity, but numbers that are too large for any double are read as one.
      return Number.isFinite(value) ? undefined : 'must be a finite number';
    case 'boolean':
      return undefined;
    default:
      return 'must be a string, a number, a boolean or an array';
  }
}
