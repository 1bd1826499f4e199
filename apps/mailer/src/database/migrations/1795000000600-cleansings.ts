import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A preparation may be a mailing list that was cleansed: then it has counts. */
export class Cleansings1795000000600 implements MigrationInterface {
  name = 'Cleansings1795000000600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE preparation
        ADD submitted_count bigint,
        ADD matched_count   bigint,
        ADD malformed_count bigint;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward');
  }
}
