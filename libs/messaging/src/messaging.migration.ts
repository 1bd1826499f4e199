import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Tables of the outbox and the inbox. Both are queues in a table, written and deleted all the time: they are vacuumed
 * early, and rows of the outbox are never updated.
 */
export class Messaging1763700000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE outbox (
        position   bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        event_id   uuid        NOT NULL,
        type       text        NOT NULL,
        body       text        NOT NULL,
        request_id text,
        cause_id   uuid,
        not_before timestamptz NOT NULL DEFAULT '-infinity'
      ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000, fillfactor = 100)`);
    await queryRunner.query(`
      CREATE TABLE inbox (
        consumer text        NOT NULL,
        event_id uuid        NOT NULL,
        seen_at  timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (consumer, event_id)
      ) WITH (autovacuum_vacuum_insert_scale_factor = 0.05)`);
    // Tiny, and enough: rows come in the order of seen_at, and only the pruning asks for it.
    await queryRunner.query('CREATE INDEX inbox_seen_at ON inbox USING brin (seen_at) WITH (autosummarize = on)');
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
