import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.js';
import type { Setting } from './setting.js';

type Settings = Record<string, Setting<unknown>>;

/** The typed object that a table of settings is read into. */
export type ConfigOf<S extends Settings> = { readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

/** Names a table of settings, so that its type can be derived and the documentation be made from it. */
export function defineConfig<S extends Settings>(settings: S): S {
  return settings;
}

/** Reads all settings. @throws {ConfigError} naming every variable that is missing or wrong. */
export function loadConfig<S extends Settings>(settings: S, env: NodeJS.ProcessEnv = process.env): ConfigOf<S> {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [property, setting] of Object.entries(settings)) {
    try {
      values[property] = settingValue(setting, env);
    } catch (error) {
      problems.push(`${setting.name} ${(error as Error).message}`);
    }
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(values) as ConfigOf<S>;
}

function settingValue(setting: Setting<unknown>, env: NodeJS.ProcessEnv): unknown {
  const value = rawText(setting.name, env);
  if (value !== undefined) return setting.read(value);
  if (setting.default === undefined) throw new Error(`is required: ${setting.doc}`);
  return setting.default;
}

/** An empty variable counts as absent: that is how compose files write an optional one. */
function rawText(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const direct = env[name] || undefined;
  const file = env[`${name}_FILE`] || undefined;
  if (direct !== undefined && file !== undefined) throw new Error(`and ${name}_FILE are both set; give one`);
  if (file === undefined) return direct;
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '') || undefined;
  } catch {
    throw new Error(`can't be read: ${name}_FILE names a file that can't be opened`);
  }
}
