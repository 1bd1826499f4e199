/**
 * Settings from the environment, and the only reader of it.
 *
 * A door declares what it needs as a table of settings and loads it once at boot. Every problem is reported at once, by the name of its variable and never with its value, so that a
 * secret can't end in a log. `NAME_FILE` names a file that holds the value of `NAME` (Docker and Kubernetes secrets).
 */
export { type ConfigOf, defineConfig, loadConfig } from './config.js';
export { ConfigError } from './config-error.js';
export type { Setting } from './setting.js';
export { duration, flag, integer, list, networks, oneOf, secret, text, url } from './setting.js';
export {
  adminSettings,
  databaseSettings,
  httpSettings,
  mailerUrlSettings,
  messagingSettings,
  storageSettings,
} from './shared-settings.js';
