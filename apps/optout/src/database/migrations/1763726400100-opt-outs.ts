import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The store: sorted runs in pages, collected rows, and a clock per list. */
export class OptOuts1763726400100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Every transaction that makes facts visible moves the clock of its list first and writes the stamp on them. The row's lock makes stamps follow the order of commits.
      CREATE TABLE list_clock (
        list_id text        PRIMARY KEY,
        stamp   timestamptz NOT NULL DEFAULT clock_timestamp(),
        changes bigint      NOT NULL DEFAULT 0
      );

      -- An import's opt-outs: immutable, sorted, without repeats. Readers see a run as soon as it is visible, whole.
      CREATE TABLE opt_out_run (
        id        bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        list_id   text        NOT NULL,
        import_id uuid        NOT NULL UNIQUE,
        key_bytes smallint    NOT NULL CHECK (key_bytes IN (16, 64)),
        own_table boolean     NOT NULL,                 -- its pages are in opt_out_page_<id>, which is dropped, not deleted from
        visible   boolean     NOT NULL DEFAULT false,
        came_in   timestamptz,
        hidden_at timestamptz,
        key_count bigint      NOT NULL DEFAULT 0,
        hash_only bigint      NOT NULL DEFAULT 0        -- keys without a plain value
      );
      CREATE INDEX opt_out_run_list ON opt_out_run (list_id) WHERE visible;
      CREATE INDEX opt_out_run_hidden ON opt_out_run (hidden_at) WHERE hidden_at IS NOT NULL;

      -- One row fills one block: no TOAST, so that a look-up reads 8 KiB. plains: for each key a length byte and the value.
      CREATE TABLE opt_out_page (
        run    bigint NOT NULL,
        first  bytea  NOT NULL,
        keys   bytea  NOT NULL,
        plains bytea,
        PRIMARY KEY (run, first)
      );
      ALTER TABLE opt_out_page ALTER first SET STORAGE PLAIN, ALTER keys SET STORAGE PLAIN, ALTER plains SET STORAGE PLAIN;

      CREATE TABLE collected (
        list_id       text        NOT NULL,
        key           bytea       NOT NULL,
        event_id      uuid        NOT NULL,
        plain         text,
        collected_at  timestamptz NOT NULL,
        came_in       timestamptz NOT NULL,
        link_key      text,
        campaign      text,
        affiliate     text,
        sub_affiliate text,
        ip            text,
        metadata      text,
        PRIMARY KEY (list_id, key, event_id)
      );
      CREATE INDEX collected_came_in ON collected (list_id, came_in);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
