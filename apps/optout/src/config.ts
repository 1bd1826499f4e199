import {
  adminSettings,
  type ConfigOf,
  databaseSettings,
  defineConfig,
  httpSettings,
  integer,
  messagingSettings,
  storageSettings,
} from '#config';

export const optoutConfig = defineConfig({
  ...httpSettings,
  ...adminSettings,
  ...databaseSettings,
  ...messagingSettings,
  ...storageSettings,
  malformedLines: integer('HEED_OPTOUT_MALFORMED_LINES', {
    default: 1_000,
    min: 0,
    max: 10_000,
    doc: 'Most malformed lines that the report of an import has; all are counted',
  }),
});

export type OptoutConfig = ConfigOf<typeof optoutConfig>;
