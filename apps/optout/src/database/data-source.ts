import { auditMigration } from '#auth';
import type { DatabaseOptions } from '#database';
import { messagingMigration } from '#messaging';
import type { OptoutConfig } from '../config.js';
import { ListsAndAccess1763726400000 } from './migrations/1763726400000-lists-and-access.js';
import { OptOuts1763726400100 } from './migrations/1763726400100-opt-outs.js';
import { Imports1763726400200 } from './migrations/1763726400200-imports.js';
import { Downloads1763726400300 } from './migrations/1763726400300-downloads.js';
import { SuppressionFiles1763726400400 } from './migrations/1763726400400-suppression-files.js';
import { MalformedLines1763726400500 } from './migrations/1763726400500-malformed-lines.js';
import { Erased1795000000030 } from './migrations/1795000000030-erased.js';
import { FoldedRuns1795000000040 } from './migrations/1795000000040-folded-runs.js';
import { Cleansings1795000000600 } from './migrations/1795000000600-cleansings.js';
import { DomainsSince1795000000800 } from './migrations/1795000000800-domains-since.js';

export const optoutMigrations = [
  messagingMigration,
  auditMigration,
  ListsAndAccess1763726400000,
  OptOuts1763726400100,
  Imports1763726400200,
  Downloads1763726400300,
  SuppressionFiles1763726400400,
  MalformedLines1763726400500,
  Erased1795000000030,
  FoldedRuns1795000000040,
  Cleansings1795000000600,
  DomainsSince1795000000800,
];

export function databaseOptions(
  config: Pick<OptoutConfig, 'databaseUrl' | 'databasePool'>,
  door: string,
): DatabaseOptions {
  return {
    url: config.databaseUrl,
    poolSize: config.databasePool,
    migrations: optoutMigrations,
    applicationName: `heed-optout-${door}`,
  };
}
