/** Every kind of thing that a state file may name, field by field. */
import {
  flag,
  integer,
  listOf,
  object,
  oneOf,
  optional,
  required,
  type Shape,
  type ShapeValue,
  taggedBy,
  text,
} from './shapes.js';

const name = required(text(/^.{1,200}$/u, 'a text of at most 200 characters'));
const uuid = text(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'a UUID');
const listId = text(/^[0-9a-f]{16}$/, '16 lower-case hex digits');
const revoked = optional(flag);

const apiKey = object({
  name,
  id: optional(text(/^[0-9a-f]{16}$/, '16 lower-case hex digits')),
  permissions: required(listOf(oneOf('contacts:read', 'contacts:write', 'brands:read', 'schema:read'))),
  requestsPerMinute: optional(integer(1)),
  revoked,
});

const attribute = object({
  name,
  type: required(oneOf('string', 'email', 'number', 'boolean', 'array')),
  description: optional(text()),
});

const unsubscribeHandling = taggedBy<object>('type', {
  Deploy: object({
    type: required(text()),
    useListUnsubscribeHeader: required(flag),
    unsubscribePageId: optional(uuid),
  }),
  ThirdParty: object({
    type: required(text()),
    unsubscribeUrl: required(text()),
    listUnsubscribeHeader: optional(text()),
  }),
});

const brand = object({
  name,
  id: optional(uuid),
  enabled: optional(flag),
  fromAddress: optional(text()),
  domain: optional(text()),
  esps: optional(listOf(object({ id: required(uuid), name }))),
  verticals: optional(listOf(object({ id: required(integer(0)), label: required(text()) }))),
  unsubscribeHandling: required(unsubscribeHandling),
});

const webhook = object({
  name,
  id: optional(uuid),
  url: required(text(/^https?:\/\/\S+$/, 'an http(s) address')),
  events: required(listOf(text())),
  enabled: optional(flag),
});

const account = object({
  name,
  id: optional(uuid),
  keys: optional(listOf(apiKey)),
  schema: optional(listOf(attribute)),
  brands: optional(listOf(brand)),
  webhooks: optional(listOf(webhook)),
});

const listFields = { name, id: optional(listId), enabled: optional(flag), suppressedDomains: optional(listOf(text())) };

export interface ListEntry {
  name: string;
  id?: string;
  enabled?: boolean;
  suppressedDomains?: string[];
  kind?: 'standard' | 'grouped' | 'linked';
  channel?: 'email' | 'sms';
  storage?: 'plain' | 'md5' | 'sha512';
  region?: string;
  members?: string[];
  source?: string;
}

const list: Shape<ListEntry> = taggedBy<ListEntry>(
  'kind',
  {
    standard: object({
      ...listFields,
      kind: optional(oneOf('standard')),
      channel: required(oneOf('email', 'sms')),
      storage: required(oneOf('plain', 'md5', 'sha512')),
      region: optional(text(/^[A-Z]{2}$/, 'a region of two capital letters, such as US')),
    }),
    grouped: object({ ...listFields, kind: required(oneOf('grouped')), members: required(listOf(text())) }),
    linked: object({ ...listFields, kind: required(oneOf('linked')), source: required(text()) }),
  },
  'standard',
);

const token = object({ name, revoked });
const user = object({
  name,
  id: optional(uuid),
  tokens: optional(listOf(token)),
  lists: optional(listOf(text())),
});

const campaign = object({
  name,
  id: optional(uuid),
  list: required(text()),
  enabled: optional(flag),
  format: required(oneOf('plain', 'md5', 'sha512')),
});

const access = object({
  campaign: required(text()),
  key: optional(text()),
  plain: optional(flag),
  md5: optional(flag),
  deltas: optional(flag),
});

const mailer = object({
  name,
  id: optional(uuid),
  tokens: optional(listOf(token)),
  access: optional(listOf(access)),
});

const link = object({
  name,
  key: optional(text(/^[A-Za-z0-9_-]{4,64}$/, '4 to 64 letters, digits, - or _')),
  list: required(text()),
  campaign: optional(text()),
  affiliate: optional(text()),
  subAffiliate: optional(text()),
});

export const stateFile = object({
  version: required(oneOf(1)),
  accounts: optional(listOf(account)),
  lists: optional(listOf(list)),
  globalList: optional(object({ list: optional(text()), suppressedDomains: optional(listOf(text())) })),
  users: optional(listOf(user)),
  campaigns: optional(listOf(campaign)),
  mailers: optional(listOf(mailer)),
  links: optional(listOf(link)),
});

export type StateFile = ShapeValue<typeof stateFile>;
