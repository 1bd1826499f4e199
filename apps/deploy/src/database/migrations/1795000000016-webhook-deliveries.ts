import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is, was and will be POSTed to webhooks. */
export class WebhookDeliveries1795000000016 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE webhook_delivery (
        id         uuid        PRIMARY KEY DEFAULT gen_random_uuid(),
        account_id uuid        NOT NULL,
        webhook_id uuid        NOT NULL,
        event_id   uuid        NOT NULL,
        type       text        NOT NULL,
        -- The event as it is signed and sent, each time the same bytes.
        body       text        NOT NULL,
        status     text        NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed')),
        -- Since the event came in, or since somebody had it delivered again.
        tries      integer     NOT NULL DEFAULT 0,
        -- While an attempt is under way: when it counts as lost with its worker.
        next_at    timestamptz NOT NULL DEFAULT now(),
        -- [{ at, milliseconds, status | error }], the newest ones last.
        attempts   jsonb       NOT NULL DEFAULT '[]',
        created_at timestamptz NOT NULL DEFAULT now(),
        UNIQUE (account_id, webhook_id, event_id),
        FOREIGN KEY (account_id, webhook_id) REFERENCES webhook ON DELETE CASCADE
      );
      CREATE INDEX webhook_delivery_due ON webhook_delivery (account_id, webhook_id, next_at) WHERE status = 'pending';
      CREATE INDEX webhook_delivery_newest ON webhook_delivery (account_id, webhook_id, created_at);
      CREATE INDEX webhook_delivery_age ON webhook_delivery (created_at);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
