import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { newList, testEngine } from './test-engine.js';

Logger.overrideLogger(false);
let engine: Awaited<ReturnType<typeof testEngine>>;
beforeAll(async () => {
  engine = await testEngine();
});
afterAll(() => engine.close());

it('a worker that hangs lets go of the part of an import that it has in hand', async () => {
  await engine.dataSource.query(`
    CREATE TABLE patience (part text, setting text);
    CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO patience VALUES (TG_TABLE_NAME, current_setting('idle_in_transaction_session_timeout'));
      RETURN NEW;
    END $$;
    CREATE TRIGGER note BEFORE UPDATE ON import_range FOR EACH ROW EXECUTE FUNCTION note();
    CREATE TRIGGER note BEFORE UPDATE ON import_slice FOR EACH ROW EXECUTE FUNCTION note()`);
  await engine.run(newList('md5'), 'jane@example.com\n');
  expect(await engine.dataSource.query('SELECT * FROM patience ORDER BY part')).toEqual([
    { part: 'import_range', setting: '3min' },
    // It may count for long what a large list has already.
    { part: 'import_slice', setting: '30min' },
  ]);
});
