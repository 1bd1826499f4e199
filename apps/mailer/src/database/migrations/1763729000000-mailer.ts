import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who may fetch which list, what was asked for, and the replica of the lists. */
export class Mailer1763729000000 implements MigrationInterface {
  name = 'Mailer1763729000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The lists as the opt-out service tells of them. Deleted ones stay: an older state must not bring them back.
      CREATE TABLE optout_list (
        id      text PRIMARY KEY,
        version bigint NOT NULL,
        name    text NOT NULL,
        storage text NOT NULL,
        enabled boolean NOT NULL,
        deleted boolean NOT NULL
      );
      -- Whether the lists have been sent whole once.
      CREATE TABLE directory (one boolean PRIMARY KEY DEFAULT true CHECK (one), complete boolean NOT NULL DEFAULT false);
      INSERT INTO directory DEFAULT VALUES;

      CREATE TABLE campaign (
        id             uuid PRIMARY KEY,
        name           text NOT NULL,
        optout_list_id text NOT NULL,
        enabled        boolean NOT NULL,
        format         text NOT NULL CHECK (format IN ('plain', 'md5', 'sha512')),
        created_at     timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE mailer (
        id         uuid PRIMARY KEY,
        name       text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE mailer_token (
        id           text PRIMARY KEY,
        mailer_id    uuid NOT NULL REFERENCES mailer ON DELETE CASCADE,
        name         text NOT NULL,
        hash         text NOT NULL,
        revoked      boolean NOT NULL,
        created_at   timestamptz NOT NULL DEFAULT now(),
        last_used_at timestamptz,
        UNIQUE (mailer_id, name)
      );

      CREATE TABLE access_key (
        key         text PRIMARY KEY,
        mailer_id   uuid NOT NULL REFERENCES mailer ON DELETE CASCADE,
        campaign_id uuid NOT NULL REFERENCES campaign ON DELETE CASCADE,
        plain       boolean NOT NULL,
        md5         boolean NOT NULL,
        deltas      boolean NOT NULL,
        created_at  timestamptz NOT NULL DEFAULT now(),
        -- Of the file that was fetched last: where the next delta begins, and of which list it was.
        fetched_watermark timestamptz,
        fetched_list_id   text,
        UNIQUE (mailer_id, campaign_id)
      );
      CREATE INDEX access_key_campaign ON access_key (campaign_id);

      CREATE TABLE preparation (
        id              uuid PRIMARY KEY,
        access_key      text NOT NULL REFERENCES access_key ON DELETE CASCADE ON UPDATE CASCADE,
        optout_list_id  text NOT NULL,
        dcma_hash       text NOT NULL UNIQUE,
        requested_at    timestamptz NOT NULL,
        link_expires_at timestamptz NOT NULL,
        status          text NOT NULL DEFAULT 'preparing' CHECK (status IN ('preparing', 'ready', 'failed')),
        error_code      text,
        help            text,
        object_key      text,
        file_name       text,
        watermark       timestamptz
      );
      CREATE INDEX preparation_access_key ON preparation (access_key);
      CREATE INDEX preparation_link_expiry ON preparation (link_expires_at);

      -- The prepares that an IP address has under way, over all replicas. A place is a lease: a replica that dies can't keep it.
      CREATE TABLE prepare_place (
        ip         inet NOT NULL,
        place      smallint NOT NULL,
        holder     uuid NOT NULL,
        held_until timestamptz NOT NULL,
        PRIMARY KEY (ip, place)
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward');
  }
}
