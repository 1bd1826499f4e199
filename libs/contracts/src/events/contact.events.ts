import { type DataOf, eventType } from '../event-type.js';
import { md5, oneOf, text, time, uuid } from '../shapes.js';

const contact = {
  accountId: uuid('Account that the contact belongs to'),
  emailMd5: md5('MD5 of the lower-cased address: the id of the contact'),
  email: text('The address, as it was given'),
};
const brand = {
  brandId: uuid('The brand'),
  brandName: text('Name of the brand at that time'),
};
const subject = '`emailMd5` of the contact';

export const brandSubscribe = eventType(
  'brand-subscribe',
  { description: 'A contact was subscribed to a brand. One event for each brand.', subject },
  {
    ...contact,
    ...brand,
    subscribedAt: time('When'),
    cause: oneOf(
      ['contact-created', 'subscription-added'],
      'Whether it came with the contact or was added to one that was there',
    ),
  },
);
export type BrandSubscribe = DataOf<typeof brandSubscribe>;

export const brandUnsubscribe = eventType(
  'brand-unsubscribe',
  { description: 'A contact was unsubscribed from a brand. No flag suppresses it.', subject },
  { ...contact, ...brand, unsubscribedAt: time('When') },
);
export type BrandUnsubscribe = DataOf<typeof brandUnsubscribe>;

export const contactDisabled = eventType(
  'contact-disabled',
  { description: 'A contact was disabled: nothing may be sent to it any more. No flag suppresses it.', subject },
  { ...contact, disabledAt: time('When') },
);
export type ContactDisabled = DataOf<typeof contactDisabled>;
