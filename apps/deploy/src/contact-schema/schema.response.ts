import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { type AttributeType, attributeTypes } from './attribute-type.js';
import type { ContactSchema } from './contact-schema.js';

export class SchemaAttributeResponse {
  @ApiProperty({ description: 'Key of the attribute in contacts' })
  name: string;

  @ApiProperty({ enum: attributeTypes })
  type: AttributeType;

  @ApiPropertyOptional({ description: 'Left out when there is none' })
  description?: string;
}

export class SchemaResponse {
  @ApiProperty({ type: [SchemaAttributeResponse], description: 'Email and Brand first, then the custom ones' })
  attributes: SchemaAttributeResponse[];
}

/** What every account has; neither can be written as an attribute. */
const predefined: SchemaAttributeResponse[] = [
  { name: 'Email', type: 'email', description: 'Identity of the contact, set once when it is created' },
  { name: 'Brand', type: 'array', description: 'Brands that the contact is subscribed to' },
];

export function schemaResponse(schema: ContactSchema): SchemaResponse {
  const custom = schema.attributes.map(({ name, type, description }) => ({
    name,
    type,
    ...(description !== null && { description }),
  }));
  return { attributes: [...predefined, ...custom] };
}
