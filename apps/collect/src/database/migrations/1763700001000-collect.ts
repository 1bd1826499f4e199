import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The directory is a replica of what optout knows of lists and users; deleted ones stay as tombstones with their version, so that an older event can't bring them back. Links are ours.
 * Opt-outs have no table: they are in the outbox until the broker has them, and nowhere else.
 */
export class Collect1763700001000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE directory (
        single         boolean PRIMARY KEY DEFAULT true CHECK (single),
        complete       boolean NOT NULL DEFAULT false,
        asked_at       timestamptz,
        expected_lists bigint,
        expected_users bigint
      )`);
    await queryRunner.query('INSERT INTO directory DEFAULT VALUES');
    await queryRunner.query(`
      CREATE TABLE optout_list (
        id      text    PRIMARY KEY,
        version bigint  NOT NULL,
        channel text    NOT NULL,
        storage text    NOT NULL,
        kind    text    NOT NULL,
        region  text,
        enabled boolean NOT NULL,
        deleted boolean NOT NULL
      )`);
    await queryRunner.query(`
      CREATE TABLE list_user (
        id      text    PRIMARY KEY,
        version bigint  NOT NULL,
        deleted boolean NOT NULL
      )`);
    await queryRunner.query(`
      CREATE TABLE list_token (
        id      text  PRIMARY KEY,
        user_id text  NOT NULL REFERENCES list_user ON DELETE CASCADE,
        hash    bytea NOT NULL
      )`);
    await queryRunner.query('CREATE INDEX list_token_user ON list_token (user_id)');
    await queryRunner.query(`
      CREATE TABLE list_grant (
        user_id text NOT NULL REFERENCES list_user ON DELETE CASCADE,
        list_id text NOT NULL,
        PRIMARY KEY (user_id, list_id)
      )`);
    await queryRunner.query(`
      CREATE TABLE opt_out_link (
        key           text        PRIMARY KEY,
        name          text        NOT NULL,
        list_id       text        NOT NULL,
        campaign      text,
        affiliate     text,
        sub_affiliate text,
        created_at    timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
