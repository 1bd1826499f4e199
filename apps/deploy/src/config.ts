import {
  adminSettings,
  type ConfigOf,
  databaseSettings,
  defineConfig,
  duration,
  httpSettings,
  list,
  messagingSettings,
  storageSettings,
} from '#config';

export const deployConfig = defineConfig({
  ...httpSettings,
  ...adminSettings,
  ...databaseSettings,
  ...messagingSettings,
  ...storageSettings,
  webhookAllowPrivate: list('HEED_WEBHOOK_ALLOW_PRIVATE', {
    default: [],
    doc: 'Networks such as 10.1.0.0/16 to which webhooks may go although they are not public',
  }),
  webhookDisableAfterMs: duration('HEED_WEBHOOK_DISABLE_AFTER', {
    default: 432_000_000,
    min: 60_000,
    doc: 'A webhook that has failed for so long, without a success in between, is disabled',
  }),
  webhookTimeoutMs: duration('HEED_WEBHOOK_TIMEOUT', {
    default: 15_000,
    min: 100,
    max: 30_000,
    doc: 'From the look-up of the name to the answer of a webhook; later it has failed',
  }),
  webhookMostRetryAfterMs: duration('HEED_WEBHOOK_MOST_RETRY_AFTER', {
    default: 43_200_000,
    min: 1_000,
    max: 86_400_000,
    doc: 'The longest wait that a webhook can ask for by Retry-After',
  }),
  webhookKeepMs: duration('HEED_WEBHOOK_KEEP', {
    default: 1_209_600_000,
    min: 259_200_000,
    max: 2_592_000_000,
    doc: 'How long deliveries of webhooks are kept, from when their event came in, 3 to 30 days',
  }),
});

export type DeployConfig = ConfigOf<typeof deployConfig>;
