import {
  adminSettings,
  type ConfigOf,
  databaseSettings,
  defineConfig,
  duration,
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
  malformedKeepMs: duration('HEED_OPTOUT_MALFORMED_KEEP', {
    default: 7_776_000_000,
    min: 86_400_000,
    doc: 'How long the report of malformed lines is kept after its import has ended',
  }),
});

export type OptoutConfig = ConfigOf<typeof optoutConfig>;
