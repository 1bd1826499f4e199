import {
  adminSettings,
  type ConfigOf,
  databaseSettings,
  defineConfig,
  httpSettings,
  integer,
  mailerUrlSettings,
  messagingSettings,
  storageSettings,
} from '#config';

export const mailerConfig = defineConfig({
  ...httpSettings,
  ...adminSettings,
  ...mailerUrlSettings,
  ...databaseSettings,
  ...messagingSettings,
  ...storageSettings,
  prepareWaitSeconds: integer('HEED_MAILER_PREPARE_WAIT_SECONDS', {
    default: 25,
    min: 0,
    max: 300,
    doc: 'How long prepare waits for the file; after that it answers with the link anyway',
  }),
  cleanseBytes: integer('HEED_MAILER_CLEANSE_BYTES', {
    default: 5_368_709_120,
    min: 1,
    max: 5_368_709_120,
    doc: 'Largest mailing list that can be cleansed, in bytes',
  }),
  cleanseUploads: integer('HEED_MAILER_CLEANSE_UPLOADS', {
    default: 8,
    min: 1,
    max: 1_000,
    doc: 'Most mailing lists that one process takes in at a time, with some 25 MB of memory each; others are refused',
  }),
  cleanseStallSeconds: integer('HEED_MAILER_CLEANSE_STALL_SECONDS', {
    default: 60,
    min: 1,
    max: 3_600,
    doc: 'How long a client that sends a mailing list may send nothing',
  }),
});

export type MailerConfig = ConfigOf<typeof mailerConfig>;
