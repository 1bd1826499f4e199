import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a worker needs to go on with an operation: how often it was tried in vain, and the lines of an import that were refused. */
export class OperationErrors1795000000014 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- Tries since the last batch that was committed.
      ALTER TABLE operation ADD COLUMN tries integer NOT NULL DEFAULT 0;

      CREATE TABLE operation_error (
        operation_id uuid   NOT NULL REFERENCES operation ON DELETE CASCADE,
        line         bigint NOT NULL,
        reason       text   NOT NULL,
        PRIMARY KEY (operation_id, line)
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
