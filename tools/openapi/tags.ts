/** The chapters of the document, in the order in which a reader wants them. */
export const tags = [
  { name: 'Contacts', description: 'People, by their e-mail address, with the attributes that the account defines' },
  { name: 'Subscriptions', description: 'Which brands a contact is subscribed to' },
  { name: 'Brands', description: 'The brands of the account' },
  { name: 'Contact schema', description: 'Which attributes a contact of the account may have' },
  { name: 'opt-out lists', description: 'Files of opt-outs in and out' },
  { name: 'collect', description: 'Single opt-outs as they happen' },
  { name: 'opt-out links', description: 'The pages behind the links in messages' },
  { name: 'mailer', description: 'Suppression files, prepared and fetched by mailers' },
  { name: 'admin', description: 'For the operator, inside alone: never routed by the gateway' },
];
