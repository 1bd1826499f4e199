import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts and their keys. */
export class Accounts1795000000010 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- One number for every state of every account's schema, never used twice: a schema can be cached by it.
      CREATE SEQUENCE schema_version;

      CREATE TABLE account (
        id             uuid        PRIMARY KEY,
        name           text        NOT NULL,
        schema_version bigint      NOT NULL DEFAULT nextval('schema_version'),
        created_at     timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE api_key (
        id                  text        PRIMARY KEY,
        account_id          uuid        NOT NULL REFERENCES account ON DELETE CASCADE,
        name                text        NOT NULL,
        hash                text        NOT NULL,
        permissions         text[]      NOT NULL,
        requests_per_minute integer     CHECK (requests_per_minute > 0),
        revoked             boolean     NOT NULL DEFAULT false,
        last_used_at        timestamptz,
        created_at          timestamptz NOT NULL DEFAULT now(),
        UNIQUE (account_id, name)
      );

      -- Requests of the running minute. Lost in a crash of the server, which then counts from zero.
      CREATE UNLOGGED TABLE api_key_rate (
        key_id   text        PRIMARY KEY,
        minute   timestamptz NOT NULL,
        requests integer     NOT NULL
      ) WITH (fillfactor = 50);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
