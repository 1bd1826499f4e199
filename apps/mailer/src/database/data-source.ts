import { auditMigration } from '#auth';
import type { DatabaseOptions } from '#database';
import { messagingMigration } from '#messaging';
import type { MailerConfig } from '../config.js';
import { Mailer1763729000000 } from './migrations/1763729000000-mailer.js';
import { ExpectedLists1795000000020 } from './migrations/1795000000020-expected-lists.js';
import { Cleansings1795000000600 } from './migrations/1795000000600-cleansings.js';
import { ExpectedIds1795000000700 } from './migrations/1795000000700-expected-ids.js';
import { DirectoryVersion1795000000800 } from './migrations/1795000000800-directory-version.js';

export const mailerMigrations = [
  messagingMigration,
  auditMigration,
  Mailer1763729000000,
  ExpectedLists1795000000020,
  Cleansings1795000000600,
  ExpectedIds1795000000700,
  DirectoryVersion1795000000800,
];

export function databaseOptions(
  config: Pick<MailerConfig, 'databaseUrl' | 'databasePool'>,
  door: string,
): DatabaseOptions {
  return {
    url: config.databaseUrl,
    poolSize: config.databasePool,
    migrations: mailerMigrations,
    applicationName: `heed-mailer-${door}`,
  };
}
