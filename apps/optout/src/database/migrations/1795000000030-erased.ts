import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Persons who were erased, by the MD5 and the SHA-512 of their address. Whoever reads values, or takes one in, leaves theirs out, for ever. */
export class Erased1795000000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE erased (
        key       bytea       PRIMARY KEY,
        erased_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
