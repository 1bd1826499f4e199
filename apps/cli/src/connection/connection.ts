/**
 * Where the four services are and how to be let in. A flag wins over the environment, the environment over the profile.
 * Secrets have no flag: a command line can be read by everybody on the machine.
 */
import { existsSync } from 'node:fs';
import { ConfigError, loadConfig } from '#config';
import { CommandFailure, ExitCode } from '../exit-code.js';
import { AdminClient } from './admin-client.js';
import { cliSettings } from './cli-settings.js';
import { readProfile } from './profile.js';

export const services = ['deploy', 'optout', 'collect', 'mailer'] as const;
export type Service = (typeof services)[number];

export type ConnectionOptions = { profile?: string } & { [S in Service]?: string };

export interface Connection {
  admin: Record<Service, AdminClient>;
  /** Public address of collect, where it is known. */
  collectUrl?: string;
}

const defaultProfile = '.heed/demo.json';

/** @throws {CommandFailure} naming everything that is missing. */
export function connect(options: ConnectionOptions): Connection {
  const settings = settingsFromEnvironment();
  const named = options.profile ?? settings.profile;
  const profile = named || existsSync(defaultProfile) ? readProfile(named || defaultProfile) : {};
  const token = settings.token || profile.admin?.token || '';
  const urls = services.map((service) => options[service] || settings[service] || profile.admin?.[service] || '');

  const missing = services
    .filter((_, index) => urls[index] === '')
    .map((service) => `HEED_${service.toUpperCase()}_ADMIN_URL (or --${service})`);
  if (token === '') missing.push('HEED_ADMIN_TOKEN (or HEED_ADMIN_TOKEN_FILE)');
  if (missing.length > 0) {
    throw new CommandFailure(
      ExitCode.usage,
      'The services to talk to are not all known. Give a profile, or set:',
      missing,
    );
  }
  const clients = services.map((service, index) => [service, new AdminClient(service, urls[index]!, token)]);
  return { admin: Object.fromEntries(clients), collectUrl: settings.collectUrl || profile.collectUrl };
}

function settingsFromEnvironment() {
  try {
    return loadConfig(cliSettings);
  } catch (error) {
    if (error instanceof ConfigError) throw new CommandFailure(ExitCode.usage, error.message);
    throw error;
  }
}
