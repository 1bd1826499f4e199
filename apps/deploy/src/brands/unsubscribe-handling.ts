/** How people leave a brand: on a page that is hosted here, or on somebody else's. */
export type UnsubscribeHandling =
  | { type: 'Deploy'; useListUnsubscribeHeader: boolean; unsubscribePageId?: string }
  | { type: 'ThirdParty'; unsubscribeUrl: string; listUnsubscribeHeader?: string };
