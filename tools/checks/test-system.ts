/**
 * The whole system for end-to-end tests: every door of every service behind the gateway, provisioned by `heed apply`, on databases,
 * a virtual host and a bucket of its own, so that two side by side never meet.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  createServiceDatabases,
  createVirtualHost,
  removeBucket,
  removeServers,
  removeServiceDatabases,
  removeVirtualHost,
} from '../servers/index.ts';
import type { Foundation } from '../system/settings.ts';
import { type System, startSystem, stopDoors } from '../system/system.ts';
import { own } from './owners.ts';
import { testDir, testServers } from './test-instances.ts';
import { receiveTraces } from './trace-receiver.ts';

const run = promisify(execFile);

export interface TestSystem {
  dir: string;
  name: string;
  foundation: Foundation;
  system: System;
  /** What `heed apply --out` gave. */
  provisioned: Record<string, unknown>;
}

/** @param state file that it is provisioned with */
export async function startTestSystem(state = 'test/e2e/state.yaml'): Promise<TestSystem> {
  const name = `e2e_${randomBytes(4).toString('hex')}`;
  const dir = join(testDir, name);
  const { postgres, rabbitmq, s3 } = await testServers();
  const foundation = {
    databaseUrls: await createServiceDatabases(postgres, `${name}_`),
    amqpUrl: await createVirtualHost(rabbitmq, name),
    s3: { ...s3, bucket: bucketOf(name) },
    tracesUrl: await receiveTraces(),
  };
  mkdirSync(dir, { recursive: true });
  own(dir);
  try {
    const system = await startSystem(dir, foundation);
    return { dir, name, foundation, system, provisioned: await provision(dir, system, state) };
  } catch (error) {
    await stopTestSystem({ dir, name });
    throw error;
  }
}

export async function stopTestSystem({ dir, name }: Pick<TestSystem, 'dir' | 'name'>): Promise<void> {
  await stopDoors(dir);
  await removeServers(dir);
  const { postgres, rabbitmq, s3 } = await testServers();
  await removeServiceDatabases(postgres, `${name}_`);
  await removeVirtualHost(rabbitmq, name);
  await removeBucket(s3, bucketOf(name));
  rmSync(dir, { recursive: true });
}

async function provision(dir: string, system: System, state: string): Promise<Record<string, unknown>> {
  const [profile, out] = [join(dir, 'profile.json'), join(dir, 'applied.json')];
  writeFileSync(profile, JSON.stringify(system), { mode: 0o600 });
  await run('bin/heed', ['--profile', profile, 'apply', '-f', state, '--out', out]).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`heed apply failed:\n${stdout}${stderr}`);
    },
  );
  return JSON.parse(readFileSync(out, 'utf8')) as Record<string, unknown>;
}

function bucketOf(name: string): string {
  return name.replaceAll('_', '-');
}
