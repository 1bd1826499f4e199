import { auditMigration } from '#auth';
import type { DatabaseOptions } from '#database';
import { messagingMigration } from '#messaging';
import type { CollectConfig } from '../config.js';
import { Collect1763700001000 } from './migrations/1763700001000-collect.js';
import { DirectoryChanges1795000000050 } from './migrations/1795000000050-directory-changes.js';
import { ExpectedIds1795000000700 } from './migrations/1795000000700-expected-ids.js';
import { DirectoryVersion1795000000800 } from './migrations/1795000000800-directory-version.js';

export const collectMigrations = [
  messagingMigration,
  auditMigration,
  Collect1763700001000,
  DirectoryChanges1795000000050,
  ExpectedIds1795000000700,
  DirectoryVersion1795000000800,
];

export function databaseOptions(
  config: Pick<CollectConfig, 'databaseUrl' | 'databasePool'>,
  door: string,
): DatabaseOptions {
  return {
    url: config.databaseUrl,
    poolSize: config.databasePool,
    migrations: collectMigrations,
    applicationName: `collect ${door}`,
  };
}
