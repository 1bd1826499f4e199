import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many lists the opt-out service said it sent: the replica is whole when they are here. */
export class ExpectedLists1795000000020 implements MigrationInterface {
  name = 'ExpectedLists1795000000020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE directory ADD COLUMN expected_lists bigint`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward');
  }
}
