import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { HealthRegistry, ObservabilityModule } from '#observability';
import { type TestStorage, testStorage } from '#testing';
import { StorageModule } from './storage.module.js';

let s3: TestStorage;
beforeAll(async () => {
  s3 = await testStorage();
});
afterAll(() => s3.close());

async function parts(options?: { work: boolean }, settings = s3) {
  const module = StorageModule.forRoot(settings, options);
  module.imports = [ObservabilityModule];
  const app = await NestFactory.createApplicationContext(module, { logger: false });
  const found = await app.get(HealthRegistry, { strict: false }).check();
  await app.close();
  return found;
}

it('a worker is ready with the storage, other doors without it', async () => {
  expect(await parts({ work: true })).toEqual({ storage: 'up' });
  expect(await parts(undefined, { ...s3, s3Endpoint: 'http://127.0.0.1:1' })).toEqual({});
});
