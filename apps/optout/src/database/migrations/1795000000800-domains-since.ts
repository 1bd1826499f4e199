import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a list's suppressed domains changed last: its version says less, as a list gets a new one for other reasons too. */
export class DomainsSince1795000000800 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE optout_list ADD domains_since timestamptz');
    await queryRunner.query('UPDATE optout_list SET domains_since = to_timestamp(version / 1e6)');
    await queryRunner.query(
      'ALTER TABLE optout_list ALTER domains_since SET DEFAULT clock_timestamp(), ALTER domains_since SET NOT NULL',
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
