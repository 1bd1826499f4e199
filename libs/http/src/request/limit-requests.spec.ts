import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Backlog } from '#observability';
import { doorConfig } from '#testing';
import { createApp, problemDetails } from '../index.js';

const MOST = 2;
let release: () => void;
let held = new Promise<void>((resolve) => {
  release = resolve;
});
let came = 0;
let expectedMs = 0;

@Controller()
class SlowController {
  constructor(backlog: Backlog) {
    backlog.add(() => expectedMs);
  }
  @Get('slow') async slow() {
    came++;
    await held;
    return {};
  }
  @Get('admin/v1/look') look() {
    return {};
  }
}
@Module({ controllers: [SlowController] })
class SlowModule {}

let app: NestFastifyApplication;
let base: string;
beforeAll(async () => {
  app = await createApp({
    name: 'slow',
    module: SlowModule,
    errorFormat: problemDetails('http://docs.example', 'deploy'),
    config: { ...doorConfig, mostRequests: MOST },
  });
  await app.listen(0, '127.0.0.1');
  base = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
});
afterAll(() => app.close());

const get = (path: string) => fetch(`${base}/${path}`);
const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise(setImmediate);
};

it('refuses at once what is more than can be under way, and takes it again when there is room', async () => {
  const first = [get('slow'), get('slow')];
  await until(() => came === MOST);
  const refused = await get('slow');
  expect({ status: refused.status, retryAfter: refused.headers.get('retry-after') }).toEqual({
    status: 503,
    retryAfter: '1',
  });
  expect(await refused.json()).toMatchObject({ code: 'api_error', detail: 'Too many requests are under way.' });
  expect((await get('admin/v1/look')).status).toBe(200);
  expect((await get('health/live')).status).toBe(200);
  release();
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await get('slow')).status).toBe(200);
});

it('refuses at once what would have to wait for longer than it may', async () => {
  expectedMs = 1_001;
  expect((await get('slow')).status).toBe(503);
  expect((await get('admin/v1/look')).status).toBe(200);
  expectedMs = 1_000;
  expect((await get('slow')).status).toBe(200);
});

it('has room again when a client leaves without its answer', async () => {
  held = new Promise((resolve) => {
    release = resolve;
  });
  came = 0;
  const leaving = Array.from({ length: MOST }, () => {
    const one = request(`${base}/slow`);
    one.on('error', () => {});
    return one.end();
  });
  await until(() => came === MOST);
  for (const one of leaving) one.destroy();
  let status = 503;
  const again = new AbortController();
  while (status === 503) {
    const answer = fetch(`${base}/slow`, { signal: again.signal }).then(
      (response) => response.status,
      () => 0,
    );
    status = await Promise.race([
      answer,
      new Promise<number>((resolve) => void until(() => came > MOST).then(() => resolve(200))),
    ]);
  }
  expect(status).toBe(200);
  release();
  again.abort();
});
