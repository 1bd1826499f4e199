import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists, what they are made of, and who may use them. Deleted lists and users stay as tombstones: their version has to outlive them. */
export class ListsAndAccess1763726400000 implements MigrationInterface {
  name = 'ListsAndAccess1763726400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE optout_list (
        id text COLLATE "C" PRIMARY KEY CHECK (id ~ '^[0-9a-f]{16}$'),
        name text NOT NULL,
        kind text NOT NULL CHECK (kind IN ('standard', 'grouped', 'linked')),
        channel text NOT NULL CHECK (channel IN ('email', 'sms')),
        storage text NOT NULL CHECK (storage IN ('plain', 'md5', 'sha512')),
        region text CHECK (region IS NULL OR channel = 'sms'),
        enabled boolean NOT NULL,
        suppressed_domains text[] NOT NULL DEFAULT '{}',
        version bigint NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        deleted_at timestamptz
      );

      -- What a grouped list is the union of, and the one list that a linked list follows. Since: a part's opt-outs came into the whole no earlier.
      CREATE TABLE optout_list_part (
        list_id text COLLATE "C" NOT NULL REFERENCES optout_list,
        part_id text COLLATE "C" NOT NULL REFERENCES optout_list,
        position integer NOT NULL,
        since timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (list_id, part_id)
      );
      CREATE INDEX optout_list_part_by_part ON optout_list_part (part_id);

      CREATE TABLE global_list (
        one boolean PRIMARY KEY DEFAULT true CHECK (one),
        list_id text COLLATE "C" REFERENCES optout_list,
        suppressed_domains text[] NOT NULL DEFAULT '{}',
        since timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      INSERT INTO global_list DEFAULT VALUES;

      CREATE TABLE list_user (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        name text NOT NULL,
        version bigint NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        deleted_at timestamptz
      );

      CREATE TABLE list_token (
        id text PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES list_user,
        name text NOT NULL,
        hash bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        revoked_at timestamptz,
        deleted_at timestamptz,
        last_used_at timestamptz
      );
      CREATE UNIQUE INDEX list_token_by_name ON list_token (user_id, name) WHERE deleted_at IS NULL;

      CREATE TABLE list_grant (
        user_id uuid NOT NULL REFERENCES list_user,
        list_id text COLLATE "C" NOT NULL REFERENCES optout_list,
        PRIMARY KEY (user_id, list_id)
      );
      CREATE INDEX list_grant_by_list ON list_grant (list_id);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward');
  }
}
