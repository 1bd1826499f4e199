import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an account's contacts may hold, and be subscribed to. */
export class SchemaAndBrands1795000000011 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE schema_attribute (
        account_id  uuid   NOT NULL REFERENCES account ON DELETE CASCADE,
        name        text   COLLATE "C" NOT NULL,
        type        text   NOT NULL CHECK (type IN ('string', 'email', 'number', 'boolean', 'array')),
        description text,
        position    bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
        PRIMARY KEY (account_id, name)
      );

      CREATE TABLE brand (
        account_id           uuid           NOT NULL REFERENCES account ON DELETE CASCADE,
        id                   uuid           NOT NULL,
        name                 text           COLLATE "und-x-icu" NOT NULL,
        folded_name          text           COLLATE "C" NOT NULL, -- the name without its case, for filters that ignore it
        enabled              boolean        NOT NULL,
        from_address         text,
        domain               text,
        esps                 jsonb          NOT NULL,
        verticals            jsonb          NOT NULL,
        unsubscribe_handling jsonb          NOT NULL,
        created_at           timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (account_id, id)
      );
      -- All that a list shows, in its order. Descending, the planner reads it backwards and sorts equal names by id.
      CREATE INDEX brand_by_name ON brand (account_id, name, id) INCLUDE (enabled);
      CREATE INDEX brand_by_name_bytes ON brand (account_id, name COLLATE "C");
      CREATE INDEX brand_by_folded_name ON brand (account_id, folded_name);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
