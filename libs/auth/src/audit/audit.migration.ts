import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What admins did in a service. */
export class Audit1795000000040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit (
        id         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at         timestamptz NOT NULL DEFAULT now(),
        admin      text        NOT NULL,
        action     text        NOT NULL,     -- method and template of the route
        target     json        NOT NULL,     -- ids in the route, and its parameters, which may hold what jsonb refuses (NUL); never a body
        status     integer,                  -- of the answer; NULL while it isn't given, or when the process died before it was
        request_id text
      );
      CREATE INDEX audit_at ON audit USING brin (at) WITH (autosummarize = on)`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
