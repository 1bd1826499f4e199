import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A number that every change of the directory moves on, so that what a process remembers of it can be checked by looking at one row. By triggers: a change that forgets to count, somebody's
 * by hand too, would keep a revoked token alive.
 */
export class DirectoryChanges1795000000050 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE directory ADD changes bigint NOT NULL DEFAULT 0');
    await queryRunner.query(`
      CREATE FUNCTION count_directory_change() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN UPDATE directory SET changes = changes + 1; RETURN NULL; END'`);
    for (const table of ['optout_list', 'list_token', 'list_grant'])
      await queryRunner.query(`
        CREATE TRIGGER count_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION count_directory_change()`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
