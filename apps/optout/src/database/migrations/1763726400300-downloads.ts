import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Downloads1763726400300 implements MigrationInterface {
  name = 'Downloads1763726400300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE download (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES list_user,
        list_id text COLLATE "C" NOT NULL REFERENCES optout_list,
        selection jsonb NOT NULL,
        object_key text NOT NULL,
        status text NOT NULL DEFAULT 'preparing' CHECK (status IN ('preparing', 'ready', 'failed', 'expired')),
        message text,
        row_count bigint NOT NULL DEFAULT 0,
        byte_count bigint,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        url_expires_at timestamptz NOT NULL,
        started_at timestamptz,
        finished_at timestamptz
      );
      CREATE INDEX download_by_age ON download (created_at DESC);
      CREATE INDEX download_to_expire ON download (url_expires_at) WHERE status IN ('preparing', 'ready');
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward');
  }
}
