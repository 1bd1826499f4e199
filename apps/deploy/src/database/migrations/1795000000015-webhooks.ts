import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where accounts want their events to be POSTed. */
export class Webhooks1795000000015 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE webhook (
        account_id       uuid        NOT NULL REFERENCES account ON DELETE CASCADE,
        id               uuid        NOT NULL,
        name             text        NOT NULL,
        url              text        NOT NULL,
        events           text[]      NOT NULL,
        enabled          boolean     NOT NULL,
        -- As it is: a signature is made with the secret itself, a hash of it is of no use.
        secret           text        NOT NULL,
        -- [{ secret, until }]: rotated, but still signed with.
        previous_secrets jsonb       NOT NULL DEFAULT '[]',
        -- First of the failures that no success has followed.
        failing_since    timestamptz,
        disabled_reason  text,
        created_at       timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (account_id, id)
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
