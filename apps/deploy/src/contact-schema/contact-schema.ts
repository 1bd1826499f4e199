import type { FieldError } from '#http';
import { emailDomain, isEmail, lowerCase, md5Hex, sha512Hex } from '#identity';
import { attributeFaults } from './attribute-faults.js';
import type { Attributes, AttributeType, AttributeValue } from './attribute-type.js';

export interface AttributeDefinition {
  name: string;
  type: AttributeType;
  description: string | null;
}

const typeChecks: Record<AttributeType, { expected: string; holds: (value: unknown) => boolean }> = {
  string: { expected: 'a string', holds: (value) => typeof value === 'string' },
  email: { expected: 'an e-mail address', holds: (value) => typeof value === 'string' && isEmail(value) },
  number: { expected: 'a number', holds: (value) => typeof value === 'number' },
  boolean: { expected: 'true or false', holds: (value) => typeof value === 'boolean' },
  array: { expected: 'an array', holds: (value) => Array.isArray(value) },
};

/** The custom attributes of an account's contacts, at one time. Pure. */
export class ContactSchema {
  private readonly types: Map<string, AttributeType>;

  constructor(readonly attributes: readonly AttributeDefinition[]) {
    this.types = new Map(attributes.map(({ name, type }) => [name, type]));
  }

  /** Attributes that aren't in the schema, and values of another type than theirs. Null, which removes an attribute, suits every type. */
  faults(attributes: object): FieldError[] {
    return attributeFaults(attributes, (name, value) => this.fault(name, value));
  }

  private fault(name: string, value: unknown): string | undefined {
    const type = this.types.get(name);
    if (type === undefined) return 'is not an attribute of the contact schema';
    if (value === null || typeChecks[type].holds(value)) return undefined;
    return `must be ${typeChecks[type].expected}`;
  }

  /** The value that a text stands for: a number or boolean where the attribute is one and the text reads as such, the parts between `|` where it is an array. */
  fromText(name: string, text: string): AttributeValue {
    switch (this.types.get(name)) {
      case 'number':
        return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : text;
      case 'boolean':
        return text === 'true' || (text === 'false' ? false : text);
      case 'array':
        return text.split('|');
      default:
        return text;
    }
  }

  /** The attributes as they are read: in the order of the schema, those that hold an address followed by what is derived from it. */
  read(attributes: Attributes): Attributes {
    const read: [string, AttributeValue][] = [];
    for (const { name, type } of this.attributes) {
      if (!Object.hasOwn(attributes, name)) continue;
      const value = attributes[name]!;
      read.push([name, value]);
      if (type === 'email') read.push(...derived(name, value as string));
    }
    return Object.fromEntries(read);
  }
}

function derived(name: string, address: string): [string, string][] {
  const lower = lowerCase(address);
  return [
    [`${name}:md5`, md5Hex(lower)],
    [`${name}:sha512`, sha512Hex(lower)],
    [`${name}:domain`, emailDomain(lower)],
  ];
}
