import { ApiProperty } from '@nestjs/swagger';
import type { Attributes } from '../contact-schema/attribute-type.js';
import type { ContactSchema } from '../contact-schema/contact-schema.js';
import type { Contact } from './contact.js';

export class ContactResponse {
  @ApiProperty({ description: 'As it was sent' })
  email: string;

  @ApiProperty({ pattern: '^[0-9a-f]{32}$', description: 'MD5 of the lower-cased address' })
  emailMd5: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'Values in the order of the schema; those of type email add name:md5, name:sha512 and name:domain',
  })
  attributes: Attributes;

  @ApiProperty({ type: [String], format: 'uuid', description: 'May include brands that were deleted since' })
  brandIds: string[];

  @ApiProperty({ description: 'False once the contact has been disabled' })
  enabled: boolean;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;
}

/** A contact with the schema by which it is read. */
export interface ReadContact {
  contact: Contact;
  emailMd5: string;
  schema: ContactSchema;
}

export function contactResponse({ contact, emailMd5, schema }: ReadContact): ContactResponse {
  return {
    email: contact.email,
    emailMd5,
    attributes: schema.read(contact.attributes),
    brandIds: contact.brandIds,
    enabled: contact.enabled,
    createdAt: contact.createdAt.toISOString(),
  };
}
