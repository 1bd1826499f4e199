import type { Attributes } from '../contact-schema/attribute-type.js';

/** A contact to be made, as far as the request alone could be checked. */
export interface NewContact {
  accountId: string;
  emailMd5: string;
  email: string;
  attributes: Attributes;
  /** Each once, sorted. */
  brandIds: string[];
  /** Whether each brand makes an event. */
  publish: boolean;
}
