import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When a list's suppressed domains changed last: its version says less, as a list gets a new one for other reasons too. By triggers, as the version before, which runs beside this one in an upgrade, knows
 * nothing of it. Later than all stamps of opt-outs before it, also when the server's clock has stepped back.
 */
export class DomainsSince1795000000800 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE optout_list ADD domains_since timestamptz NOT NULL DEFAULT clock_timestamp()');
    await queryRunner.query('UPDATE optout_list SET domains_since = to_timestamp(version / 1e6)');
    await queryRunner.query(`
      CREATE FUNCTION note_domains_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.domains_since := greatest(clock_timestamp(), (SELECT max(stamp) + interval '1 microsecond' FROM list_clock));
        RETURN NEW;
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER new_domains BEFORE INSERT ON optout_list FOR EACH ROW EXECUTE FUNCTION note_domains_change()`);
    await queryRunner.query(`
      CREATE TRIGGER other_domains BEFORE UPDATE ON optout_list FOR EACH ROW
      WHEN (OLD.suppressed_domains <> NEW.suppressed_domains OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at)
      EXECUTE FUNCTION note_domains_change()`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
