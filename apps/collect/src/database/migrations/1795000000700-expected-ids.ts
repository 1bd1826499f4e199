import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which lists and users the opt-out service said it sent: one that came into being since doesn't stand for one that is still on its way. */
export class ExpectedIds1795000000700 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE directory ADD expected_list_ids text[], ADD expected_user_ids text[]');
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
