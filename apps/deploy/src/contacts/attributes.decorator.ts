import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { Optional } from '#http';

const text = { type: 'string', minLength: 1, maxLength: 4_096 };
const array = { type: 'array', maxItems: 100, items: { oneOf: [text, { type: 'number' }] } };

/** An object of attribute values; the values themselves are checked by {@link attributeFormFaults} and the schema. */
export function AttributeValues({ removable }: { removable: boolean }): PropertyDecorator {
  const values = [text, { type: 'number' }, { type: 'boolean' }, array, ...(removable ? [{ type: 'null' }] : [])];
  return applyDecorators(
    ApiPropertyOptional({
      type: 'object',
      additionalProperties: { anyOf: values } as never,
      description: `Values by the names of the contact schema${removable ? '; null removes one' : ''}`,
    }),
    Optional(),
    ValidateBy({
      name: 'attributeValues',
      validator: {
        validate: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
        defaultMessage: () => 'must be an object',
      },
    }),
  );
}
