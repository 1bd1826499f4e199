import type { Attributes } from '../contact-schema/attribute-type.js';

/** A person of an account, known by the MD5 of the lower-cased address. */
export interface Contact {
  /** As it was sent. */
  email: string;
  attributes: Attributes;
  /** In the order of subscription; also ids of brands that were deleted since. */
  brandIds: string[];
  enabled: boolean;
  createdAt: Date;
}
