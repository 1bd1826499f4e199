import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Operations of accounts, and the lock between them and the mutations of contacts (see operation-lock.repository.ts). */
export class Operations1795000000013 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE operation (
        id          uuid        PRIMARY KEY,
        account_id  uuid        NOT NULL REFERENCES account ON DELETE CASCADE,
        kind        text        NOT NULL,
        request     jsonb       NOT NULL,
        status      text        NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'succeeded', 'failed', 'cancelled')),
        total       bigint,                                 -- units of work, once they are known
        done        bigint      NOT NULL DEFAULT 0,
        progress    jsonb       NOT NULL DEFAULT '{}',      -- where the next batch begins, and what was counted
        message     text,
        started_by  text        NOT NULL,
        started_at  timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz
      );
      CREATE UNIQUE INDEX operation_running ON operation (account_id) WHERE status = 'running';
      CREATE INDEX operation_of_account ON operation (account_id, started_at);

      CREATE FUNCTION operation_lock_key(account uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS
        $$ SELECT hashtextextended(account::text, 4733) $$;

      -- VOLATILE plpgsql, because its second statement must see what was committed while the first one waited.
      CREATE FUNCTION enter_mutation(account uuid)
        RETURNS TABLE (schema_version bigint, running boolean, seconds double precision, done bigint, total bigint)
        LANGUAGE plpgsql VOLATILE AS $$
        BEGIN
          PERFORM pg_advisory_xact_lock_shared(operation_lock_key(account));
          RETURN QUERY
            SELECT a.schema_version, o.id IS NOT NULL,
                   extract(epoch FROM clock_timestamp() - o.started_at)::double precision, o.done, o.total
            FROM account a LEFT JOIN operation o ON o.account_id = a.id AND o.status = 'running'
            WHERE a.id = account;
        END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
