import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Small runs that are folded into one: it has their pages, they keep all else. */
export class FoldedRuns1795000000040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A run without an import is a fold: never visible itself, but its members are.
      ALTER TABLE opt_out_run
        ALTER import_id DROP NOT NULL,
        ADD folded_into bigint REFERENCES opt_out_run,
        ADD ordinal     smallint,                         -- of a member, in its fold; follows came_in
        ADD CONSTRAINT opt_out_run_fold_is_never_visible CHECK (import_id IS NOT NULL OR NOT visible);
      CREATE INDEX opt_out_run_folded ON opt_out_run (folded_into) WHERE folded_into IS NOT NULL;
      CREATE INDEX opt_out_run_foldable ON opt_out_run (list_id) WHERE folded_into IS NULL AND NOT own_table;
      CREATE INDEX opt_out_run_fold ON opt_out_run (list_id) WHERE import_id IS NULL;

      -- Of folds: for each key who has it. Two bytes a member: its ordinal, whether it knows the plain value (0x4000), and whether it is the key's last (0x8000).
      ALTER TABLE opt_out_page ADD origins bytea, ALTER origins SET STORAGE PLAIN;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
