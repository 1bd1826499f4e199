/**
 * The whole system behind its gateway, for end-to-end tests: started once for all of a run, before the first of them (see
 * jest/start-system.ts), provisioned with test/e2e/state.yaml by `heed apply`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestSystem } from '../../../tools/checks/test-system.ts';
import { killDoor as kill, startSystem as start } from '../../../tools/system/system.ts';

export interface RunningSystem {
  baseUrl: string;
  collectUrl: string;
  mailerUrl: string;
  storageUrl: string;
  amqpUrl: string;
  /** Of each service's HTTP door, past the gateway. */
  adminUrls: Record<'deploy' | 'optout' | 'collect' | 'mailer', string>;
  adminToken: string;
  /** Tells by GET which spans came in, see tools/checks/trace-receiver.ts. */
  tracesUrl: string;
  /** Of every process by its name, workers too. */
  doors: Record<string, string>;
  /** What `heed apply --out` gave: ids, keys and secrets. */
  provisioned: Record<string, unknown>;
}

export async function startSystem(): Promise<RunningSystem> {
  const { system, foundation, provisioned } = running();
  const { token, ...adminUrls } = system.admin;
  return {
    baseUrl: system.baseUrl,
    collectUrl: system.collectUrl,
    mailerUrl: system.mailerUrl,
    storageUrl: foundation.s3.endpoint,
    amqpUrl: foundation.amqpUrl,
    adminUrls,
    adminToken: token,
    tracesUrl: foundation.tracesUrl!,
    doors: system.doors,
    provisioned,
  };
}

/** Ends one door (`optout`, `optout-worker-1`, … see tools/system/doors.ts) by SIGKILL. */
export function killDoor(name: string): Promise<void> {
  return kill(running().dir, name);
}

/** What the gateway has logged, a line for each request. */
export function gatewayLog(): string {
  return readFileSync(join(running().dir, 'nginx', 'access.log'), 'utf8');
}

/** Starts whatever doors don't run, and resolves when they are ready. */
export async function startDoors(): Promise<void> {
  const { dir, foundation } = running();
  await start(dir, foundation);
}

function running(): TestSystem {
  const { HEED_TEST_SYSTEM, HEED_TEST_SYSTEM_ERROR } = process.env;
  if (!HEED_TEST_SYSTEM) throw new Error(HEED_TEST_SYSTEM_ERROR ?? 'The whole system runs for *.e2e-spec.ts alone');
  return JSON.parse(HEED_TEST_SYSTEM) as TestSystem;
}
