import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Contacts and their subscriptions. Neither refers to `account` by a foreign key: its check would lock, and so write, the account's one row
 * for every contact. Subscriptions outlive their brand, and contacts are never deleted one by one, so they need none either.
 */
export class Contacts1795000000012 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE contact (
        account_id uuid           NOT NULL,
        email_md5  uuid           NOT NULL,
        email      text           NOT NULL,
        attributes jsonb          NOT NULL,
        enabled    boolean        NOT NULL DEFAULT true,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (account_id, email_md5)
      );

      CREATE TABLE subscription (
        account_id    uuid           NOT NULL,
        email_md5     uuid           NOT NULL,
        brand_id      uuid           NOT NULL,
        subscribed_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (account_id, email_md5, brand_id) INCLUDE (subscribed_at)
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
