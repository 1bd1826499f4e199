import { type DataOf, eventType } from '../event-type.js';
import { hash, optional, optoutListId, text, time } from '../shapes.js';

export const optoutCollected = eventType(
  'optout-collected',
  { description: 'Somebody opted out, by the API or a link.', subject: '`optoutListId` of the list' },
  {
    optoutListId: optoutListId('The list'),
    hash: hash('Hash of the normalised address or phone number: MD5, or SHA-512 on lists that store it'),
    value: optional(text('The normalised address or phone number; on lists with plain storage alone')),
    collectedAt: time('When'),
    linkKey: optional(text('Key of the opt-out link that it came by')),
    campaign: optional(text('Campaign of the link')),
    affiliate: optional(text('Affiliate of the link')),
    subAffiliate: optional(text('Sub-affiliate of the link')),
    ip: optional(text('Address that it came from')),
    extRef: optional(text("`extRef` of the link's query, as sent")),
  },
);
export type OptoutCollected = DataOf<typeof optoutCollected>;
