import {
  adminSettings,
  type ConfigOf,
  databaseSettings,
  defineConfig,
  httpSettings,
  integer,
  messagingSettings,
} from '#config';

export const collectConfig = defineConfig({
  ...httpSettings,
  ...adminSettings,
  ...databaseSettings,
  ...messagingSettings,
  intakeWaiting: integer('HEED_COLLECT_WAITING', {
    default: 10_000,
    min: 1,
    max: 1_000_000,
    doc: 'Most opt-outs of one process that wait for their commit; beyond it the answer is 503',
  }),
});

export type CollectConfig = ConfigOf<typeof collectConfig>;
