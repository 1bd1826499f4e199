import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestSystem } from '../../../tools/checks/test-system.ts';
import { freePorts } from '../../../tools/servers/index.ts';
import { startProcess, stopProcess, untilReady } from '../../../tools/servers/processes.ts';
import { repository } from '../../../tools/system/build.ts';
import type { Service } from '../../../tools/system/doors.ts';
import { settingsOf } from '../../../tools/system/settings.ts';

/** One more HTTP door of a service of the running system, with settings of its own, past the gateway. */
export async function replica(service: Service, settings: Record<string, string> = {}) {
  const { system, foundation } = JSON.parse(process.env.HEED_TEST_SYSTEM!) as TestSystem;
  const [port] = await freePorts(1);
  const logFile = join(mkdtempSync(join(tmpdir(), 'heed-replica-')), `${service}.log`);
  const door = await startProcess({
    command: process.execPath,
    args: [join(repository, 'dist', 'apps', service, 'src', 'main.js')],
    env: {
      ...settingsOf(service, foundation, system, system.admin.token),
      HEED_PORT: String(port),
      ...settings,
    },
    logFile,
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(
    `a replica of ${service}`,
    door,
    logFile,
    60_000,
    async () => (await fetch(`${url}/health/ready`)).ok,
  );
  return { url, close: () => stopProcess(door) };
}
