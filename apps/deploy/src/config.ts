import {
  adminSettings,
  type ConfigOf,
  databaseSettings,
  defineConfig,
  httpSettings,
  messagingSettings,
  storageSettings,
} from '#config';

export const deployConfig = defineConfig({
  ...httpSettings,
  ...adminSettings,
  ...databaseSettings,
  ...messagingSettings,
  ...storageSettings,
});

export type DeployConfig = ConfigOf<typeof deployConfig>;
