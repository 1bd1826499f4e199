import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Cleansed mailing lists that stand. */
export class Cleansings1795000000600 implements MigrationInterface {
  name = 'Cleansings1795000000600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE cleansing (
        id              uuid PRIMARY KEY,      -- of the preparation
        object_key      text NOT NULL,
        file_name       text NOT NULL,
        submitted_count bigint NOT NULL,
        matched_count   bigint NOT NULL,
        malformed_count bigint NOT NULL,
        expires_at      timestamptz NOT NULL
      );
      CREATE INDEX cleansing_expiry ON cleansing (expires_at);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward');
  }
}
