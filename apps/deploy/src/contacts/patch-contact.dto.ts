import type { AttributeValue } from '../contact-schema/attribute-type.js';
import { AttributeValues } from './attributes.decorator.js';

/** A JSON Merge Patch (RFC 7396) of a contact. */
export class PatchContactDto {
  @AttributeValues({ removable: true })
  attributes: Record<string, AttributeValue | null> = {};
}
