/** Things as a state file has them: what is compared with the wanted ones, and what an export writes. Optional fields that aren't set are left out. */
import type { ApiKey } from '../access/api-key.entity.js';
import { permissions } from '../access/permission.js';
import type { Brand } from '../brands/brand.entity.js';
import type { SchemaAttribute } from '../contact-schema/schema-attribute.entity.js';
import { webhookEvents } from '../webhooks/webhook-events.js';
import type { AttributeStateDto } from './attribute-state.dto.js';
import type { BrandStateDto } from './brand-state.dto.js';
import type { KeyStateDto } from './key-state.dto.js';
import type { WebhookStateDto } from './webhook-state.dto.js';

type Key = Pick<KeyStateDto, 'name' | 'permissions' | 'revoked'> & { requestsPerMinute?: number | null };
type Attribute = Pick<AttributeStateDto, 'name' | 'type'> & { description?: string | null };
type AnyBrand = Omit<BrandStateDto, 'id' | 'fromAddress' | 'domain'> & {
  fromAddress?: string | null;
  domain?: string | null;
};

export function keyState({ name, permissions: granted, requestsPerMinute, revoked }: Key | ApiKey) {
  return {
    name,
    permissions: permissions.filter((permission) => granted.includes(permission)),
    ...(requestsPerMinute != null && { requestsPerMinute }),
    ...(revoked && { revoked }),
  };
}

export function attributeState({ name, type, description }: Attribute | SchemaAttribute) {
  return { name, type, ...(description != null && { description }) };
}

export function brandState({
  name,
  enabled,
  fromAddress,
  domain,
  esps,
  verticals,
  unsubscribeHandling,
}: AnyBrand | Brand) {
  return {
    name,
    enabled,
    ...(fromAddress != null && { fromAddress }),
    ...(domain != null && { domain }),
    esps: esps.map(({ id, name }) => ({ id, name })),
    verticals: verticals.map(({ id, label }) => ({ id, label })),
    unsubscribeHandling: { ...unsubscribeHandling },
  };
}

export function webhookState({ name, url, events: wanted, enabled }: Omit<WebhookStateDto, 'id'>) {
  return { name, url, events: webhookEvents.filter((event) => wanted.includes(event)), enabled };
}
