import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys of one account may have the same name where a state file tells them apart by their ids. */
export class KeysById1795000000018 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE api_key DROP CONSTRAINT api_key_account_id_name_key;
      CREATE INDEX api_key_of_account ON api_key (account_id);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
