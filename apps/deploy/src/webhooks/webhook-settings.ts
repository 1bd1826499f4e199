import type { DeployConfig } from '../config.js';

export const WEBHOOK_SETTINGS = Symbol('settings of webhooks');

export type WebhookSettings = Pick<
  DeployConfig,
  'webhookAllowPrivate' | 'webhookDisableAfterMs' | 'webhookTimeoutMs' | 'webhookMostRetryAfterMs' | 'webhookKeepMs'
>;
