import { adminSettings, type ConfigOf, databaseSettings, defineConfig, httpSettings, messagingSettings } from '#config';

export const deployConfig = defineConfig({
  ...httpSettings,
  ...adminSettings,
  ...databaseSettings,
  ...messagingSettings,
});

export type DeployConfig = ConfigOf<typeof deployConfig>;
