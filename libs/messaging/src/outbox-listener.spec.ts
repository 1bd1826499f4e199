import { expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { OutboxListener } from './outbox-listener.js';

Logger.overrideLogger(false);

it('gives a connection back on which it could not listen, and takes another', async () => {
  const runners: { release: jest.Mock }[] = [];
  const createQueryRunner = () => {
    const query = runners.length === 0 ? () => Promise.reject(new Error('during recovery')) : () => Promise.resolve();
    const runner = { connect: async () => ({ on: () => undefined }), query, release: jest.fn(async () => undefined) };
    runners.push(runner);
    return runner;
  };
  const heard = jest.fn();
  await new OutboxListener({ createQueryRunner } as unknown as DataSource, heard).start();
  expect(runners.map(({ release }) => release.mock.calls.length)).toEqual([1, 0]);
  expect(heard).toHaveBeenCalledTimes(1);
});
