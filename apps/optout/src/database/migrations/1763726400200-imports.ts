import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Imports and their parts. */
export class Imports1763726400200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE import (
        id                  uuid        PRIMARY KEY,
        list_id             text        NOT NULL,
        user_id             text        NOT NULL,
        channel             text        NOT NULL,
        storage             text        NOT NULL,
        region              text,
        file_content_length bigint      NOT NULL,
        object_key          text        NOT NULL,
        url_expires_at      timestamptz NOT NULL,
        created_at          timestamptz NOT NULL DEFAULT now(),
        status              text        NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'success', 'failed', 'removed')),
        stage               text        NOT NULL DEFAULT 'open' CHECK (stage IN ('open', 'reading', 'queued', 'storing', 'finished')),
        noticed_at          timestamptz,
        etag                text,
        range_bytes         integer     NOT NULL,             -- how the file is cut: a range is known by its number alone
        ranges              integer,                          -- how many; null until it is planned
        holds_list          boolean     NOT NULL DEFAULT false, -- from its first slice to its end; one import of a list at a time
        moved_at            timestamptz,                      -- last progress
        finished_at         timestamptz,
        message             text,
        submitted_count     bigint,
        added_count         bigint,
        malformed_count     bigint
      );
      CREATE INDEX import_running ON import (list_id, created_at) WHERE status = 'running';
      CREATE INDEX import_newest ON import (created_at DESC);

      -- Unlogged like the scratch tables of the pieces: a crash of the server loses marks and pieces together, so a range that is marked is always there.
      CREATE UNLOGGED TABLE import_range (
        import_id uuid    NOT NULL,
        range     integer NOT NULL,
        done      boolean NOT NULL DEFAULT false,
        failure   text,
        submitted bigint  NOT NULL DEFAULT 0,
        malformed bigint  NOT NULL DEFAULT 0,
        pieces    integer NOT NULL DEFAULT 0,
        pages     integer NOT NULL DEFAULT 0,
        samples   bytea,                                      -- first keys of every few pages: where to cut the key space
        PRIMARY KEY (import_id, range)
      );

      CREATE TABLE import_slice (
        import_id uuid    NOT NULL REFERENCES import ON DELETE CASCADE,
        slice     integer NOT NULL,
        low       bytea   NOT NULL,
        high      bytea,                                      -- exclusive; null: to the end
        done      boolean NOT NULL DEFAULT false,
        failure   text,
        added     bigint  NOT NULL DEFAULT 0,
        keys      bigint  NOT NULL DEFAULT 0,
        hash_only bigint  NOT NULL DEFAULT 0,
        PRIMARY KEY (import_id, slice)
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
