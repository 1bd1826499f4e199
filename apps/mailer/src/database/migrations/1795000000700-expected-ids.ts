import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which lists the opt-out service said it sent: one that came into being since doesn't stand for one that is still on its way. */
export class ExpectedIds1795000000700 implements MigrationInterface {
  name = 'ExpectedIds1795000000700';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE directory ADD COLUMN expected_list_ids text[]`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward');
  }
}
