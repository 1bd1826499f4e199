import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { HealthRegistry, ObservabilityModule } from '#observability';
import { eventually, privateStorage } from '#testing';
import { StorageModule } from './storage.module.js';

let s3: Awaited<ReturnType<typeof privateStorage>>;
beforeAll(async () => {
  s3 = await privateStorage();
});
afterAll(() => s3.close());

async function door(options?: { work: boolean }) {
  const module = StorageModule.forRoot({ ...s3.settings, s3Bucket: `${s3.settings.s3Bucket}-of-worker` }, options);
  module.imports = [ObservabilityModule];
  const app = await NestFactory.createApplicationContext(module, { logger: false });
  return { close: () => app.close(), parts: () => app.get(HealthRegistry, { strict: false }).check() };
}

it('a worker starts without the storage, and is ready when it is there and has the bucket', async () => {
  await s3.kill();
  const worker = await door({ work: true });
  try {
    expect(await worker.parts()).toEqual({ storage: 'down' });
    await s3.start();
    await eventually(async () => expect(await worker.parts()).toEqual({ storage: 'up' }));
  } finally {
    await worker.close();
  }
});

it('a worker that is ended before the storage comes does not hold up its process', async () => {
  await s3.kill();
  const worker = await door({ work: true });
  await worker.close();
  await s3.start();
});

it('other doors are ready without it', async () => {
  const other = await door();
  expect(await other.parts()).toEqual({});
  await other.close();
});
