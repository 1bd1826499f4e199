export const attributeTypes = ['string', 'email', 'number', 'boolean', 'array'] as const;

export type AttributeType = (typeof attributeTypes)[number];

/** What an attribute can hold. */
export type AttributeValue = string | number | boolean | (string | number)[];

/** Values by the names of their attributes. */
export type Attributes = Record<string, AttributeValue>;
