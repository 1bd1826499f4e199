import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * All that is sent anew has one version, higher than any before: what is here is whole as of `version`, and will be as of `expected_version`. How many were expected is no longer asked; those columns
 * go with the next version of Heed, as the one before still writes them.
 */
export class DirectoryVersion1795000000800 implements MigrationInterface {
  name = 'DirectoryVersion1795000000800';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE directory ADD version bigint, ADD expected_version bigint, ADD asked_at timestamptz',
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
