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
});

export type MailerConfig = ConfigOf<typeof mailerConfig>;
