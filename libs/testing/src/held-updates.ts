import type { DataSource } from 'typeorm';
import { eventually } from './eventually.js';

export interface HeldUpdates {
  /** Resolves when somebody waits: all that came before in his transaction is written, and nothing committed. */
  reached(): Promise<void>;
  letGo(): Promise<void>;
}

/**
 * Holds whoever updates a row of the table, so that he can be killed at that moment. One at a time in a database.
 * @param condition SQL of a trigger's WHEN
 */
export async function holdUpdates(dataSource: DataSource, table: string, condition = 'true'): Promise<HeldUpdates> {
  const holding = dataSource.createQueryRunner();
  await holding.startTransaction();
  await holding.query('SELECT pg_advisory_xact_lock(1)');
  await dataSource.query(`
    CREATE OR REPLACE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END $$;
    CREATE TRIGGER hold BEFORE UPDATE ON ${table} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION hold()`);
  const waiting = () =>
    dataSource.query(`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`);
  return {
    reached: async () => {
      await eventually(async () => (await waiting()).length > 0, { timeoutMs: 30_000 });
    },
    async letGo() {
      await holding.rollbackTransaction();
      await holding.release();
      await dataSource.query(`DROP TRIGGER hold ON ${table}`);
    },
  };
}
