import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { stopServers } from '../servers/index.ts';
import { repository } from '../system/build.ts';
import { stopDoors } from '../system/system.ts';
import { composeArguments, hasCompose } from './compose.ts';
import { demoFolder } from './profile.ts';

const run = promisify(execFile);

/** Services first, then what they stand on. @returns what was stopped, in words */
export async function stopDemo(): Promise<string[]> {
  const stopped: string[] = [];
  if (hasCompose() && (await compose('ps', '--quiet'))) {
    await compose('stop');
    stopped.push('the containers');
  }
  const doors = await stopDoors(demoFolder);
  if (doors > 0) stopped.push(`${doors} service processes`);
  return [...stopped, ...(await stopServers(demoFolder))];
}

export async function removeComposeData(): Promise<void> {
  if (hasCompose()) await compose('down', '--volumes', '--remove-orphans');
}

async function compose(...args: string[]): Promise<string> {
  const { stdout } = await run('docker', [...composeArguments, ...args], { cwd: repository }).catch(
    (error: { stderr?: string }) => {
      throw new Error(`docker compose ${args[0]} failed:\n${error.stderr ?? ''}`);
    },
  );
  return stdout;
}
