import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The report of an import's malformed lines. */
export class MalformedLines1763726400500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE import_range
        ADD lines           bigint NOT NULL DEFAULT 0,        -- blank ones too: where the next range begins
        ADD malformed_lines jsonb  NOT NULL DEFAULT '[]';     -- the first of them: [{at, reason, value?}], at: line within the range, from 1

      CREATE TABLE import_malformed_line (
        import_id uuid    NOT NULL REFERENCES import ON DELETE CASCADE,
        ordinal   integer NOT NULL,
        line      bigint,                                     -- of the file, from 1; null behind a part that could not be read
        reason    text    NOT NULL,
        value     text,                                       -- masked
        PRIMARY KEY (import_id, ordinal)
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
