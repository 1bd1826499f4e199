import { auditMigration } from '#auth';
import type { DatabaseOptions } from '#database';
import { messagingMigration } from '#messaging';
import { Account } from '../access/account.entity.js';
import { ApiKey } from '../access/api-key.entity.js';
import { Brand } from '../brands/brand.entity.js';
import type { DeployConfig } from '../config.js';
import { SchemaAttribute } from '../contact-schema/schema-attribute.entity.js';
import { Webhook } from '../webhooks/webhook.entity.js';
import { Accounts1795000000010 } from './migrations/1795000000010-accounts.js';
import { SchemaAndBrands1795000000011 } from './migrations/1795000000011-schema-and-brands.js';
import { Contacts1795000000012 } from './migrations/1795000000012-contacts.js';
import { Operations1795000000013 } from './migrations/1795000000013-operations.js';
import { OperationErrors1795000000014 } from './migrations/1795000000014-operation-errors.js';
import { Webhooks1795000000015 } from './migrations/1795000000015-webhooks.js';
import { WebhookDeliveries1795000000016 } from './migrations/1795000000016-webhook-deliveries.js';
import { MutationsNeverWait1795000000017 } from './migrations/1795000000017-mutations-never-wait.js';
import { KeysById1795000000018 } from './migrations/1795000000018-keys-by-id.js';

export const entities = [Account, ApiKey, Brand, SchemaAttribute, Webhook];

export const migrations = [
  messagingMigration,
  auditMigration,
  Accounts1795000000010,
  SchemaAndBrands1795000000011,
  Contacts1795000000012,
  Operations1795000000013,
  OperationErrors1795000000014,
  Webhooks1795000000015,
  WebhookDeliveries1795000000016,
  MutationsNeverWait1795000000017,
  KeysById1795000000018,
];

/** @param door shown beside the service's name in pg_stat_activity */
export function deployDatabase(
  { databaseUrl, databasePool }: Pick<DeployConfig, 'databaseUrl' | 'databasePool'>,
  door: 'http' | 'worker' | 'migrate',
): DatabaseOptions {
  return { url: databaseUrl, poolSize: databasePool, entities, migrations, applicationName: `deploy-${door}` };
}
