import {
  adminSettings,
  type ConfigOf,
  databaseSettings,
  defineConfig,
  httpSettings,
  messagingSettings,
  storageSettings,
} from '#config';

export const optoutConfig = defineConfig({
  ...httpSettings,
  ...adminSettings,
  ...databaseSettings,
  ...messagingSettings,
  ...storageSettings,
});

export type OptoutConfig = ConfigOf<typeof optoutConfig>;
