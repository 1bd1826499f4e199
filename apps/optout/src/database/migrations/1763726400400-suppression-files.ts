import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The suppression files that stand in the storage, so that an unchanged list's is used again. */
export class SuppressionFiles1763726400400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE suppression_file (
        id          uuid PRIMARY KEY,
        identity    text NOT NULL,            -- hash of what was asked for: list, format, since when, names of the members
        state       text NOT NULL,            -- hash of what it was made from: the lists with their counts of changes, the domains
        object_key  text NOT NULL,
        file_name   text NOT NULL,
        watermark   timestamptz NOT NULL,
        entry_count bigint NOT NULL,
        byte_count  bigint NOT NULL,
        created_at  timestamptz NOT NULL DEFAULT now(),
        expires_at  timestamptz NOT NULL
      );
      CREATE INDEX suppression_file_identity ON suppression_file (identity, state);
      CREATE INDEX suppression_file_expiry ON suppression_file (expires_at);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward');
  }
}
