import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { testDatabase } from '#testing';
import { dataSourceOptions } from './data-source-options.js';

let database: Awaited<ReturnType<typeof testDatabase>>;
let dataSource: DataSource;
beforeAll(async () => {
  database = await testDatabase({ migrations: [] });
  dataSource = new DataSource(dataSourceOptions({ url: database.url, poolSize: 1, applicationName: 'ended' }));
  await dataSource.initialize();
});
afterAll(async () => {
  await dataSource.destroy();
  await database.close();
});

it('a connection that the server has ended is handed to nobody else', async () => {
  for (let i = 0; i < 50; i++) {
    await expect(dataSource.query('SELECT pg_terminate_backend(pg_backend_pid())')).rejects.toThrow(/terminating/);
    await expect(dataSource.query('SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
  }
});
