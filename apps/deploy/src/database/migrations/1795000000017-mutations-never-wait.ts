import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A mutation that finds the lock taken is refused instead of waiting for it: the change of a schema by a state file may hold it for as long as it takes to strip a million contacts. */
export class MutationsNeverWait1795000000017 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- Two statements, the second of which sees what was committed before the lock was let go of.
      CREATE OR REPLACE FUNCTION enter_mutation(account uuid)
        RETURNS TABLE (schema_version bigint, running boolean, seconds double precision, done bigint, total bigint)
        LANGUAGE plpgsql VOLATILE AS $$
        DECLARE
          is_free boolean := pg_try_advisory_xact_lock_shared(operation_lock_key(account));
        BEGIN
          RETURN QUERY
            SELECT a.schema_version, o.id IS NOT NULL OR NOT is_free,
                   extract(epoch FROM clock_timestamp() - o.started_at)::double precision, coalesce(o.done, 0),
                   CASE WHEN o.id IS NULL THEN 0 ELSE o.total END
            FROM account a LEFT JOIN operation o ON o.account_id = a.id AND o.status = 'running'
            WHERE a.id = account;
        END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
