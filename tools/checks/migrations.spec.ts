/** Migrations expand: the version before runs on the new schema, so what it reads and writes stays as it is until it is gone. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const NARROWING = [
  /\bDROP\s+(?!CONSTRAINT|NOT|DEFAULT|INDEX|TRIGGER)\w+/i,
  /\bRENAME\b/i,
  /\bSET\s+NOT\s+NULL\b/i,
  /\bALTER\s+(COLUMN\s+)?\w+\s+(SET\s+DATA\s+)?TYPE\b/i,
  /\bADD\s+(?!CONSTRAINT)(COLUMN\s+)?\w+(?![^,;\n]*\bDEFAULT\b)[^,;\n]*\bNOT\s+NULL\b/i,
];

/** Texts that a running old version would stumble over. */
const narrowing = (sql: string) => NARROWING.flatMap((pattern) => pattern.exec(sql)?.[0] ?? []);

const files = globSync(['apps/*/src/database/migrations/*.ts', 'libs/messaging/src/messaging.migration.ts']);

describe('a migration', () => {
  it('is looked at in every service', () => expect(files.length).toBeGreaterThan(20));

  it.each(files)('only expands: %s', (file) => expect(narrowing(readFileSync(file, 'utf8'))).toEqual([]));

  it.each([
    'DROP TABLE brand',
    'ALTER TABLE brand DROP COLUMN name',
    'ALTER TABLE brand DROP name',
    'ALTER TABLE brand RENAME name TO title',
    'ALTER TABLE brand ALTER name SET NOT NULL',
    'ALTER TABLE brand ALTER COLUMN name TYPE integer',
    'ALTER TABLE brand ADD COLUMN rank integer NOT NULL',
  ])('may not do this: %s', (sql) => expect(narrowing(sql)).toHaveLength(1));

  it.each([
    'ALTER TABLE brand ADD rank integer',
    'ALTER TABLE brand ADD rank integer NOT NULL DEFAULT 0',
    "ALTER TABLE brand ADD rank text DEFAULT '' NOT NULL",
    'ALTER TABLE brand ALTER name DROP NOT NULL',
    'ALTER TABLE brand DROP CONSTRAINT brand_name_key',
  ])('may do this: %s', (sql) => expect(narrowing(sql)).toEqual([]));
});
