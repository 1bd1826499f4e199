import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type RunningSystem, startNative } from '../system/native.ts';
import { startCompose } from './compose.ts';
import { demoFolder, readProfile } from './profile.ts';
import { say } from './terminal.ts';

const run = promisify(execFile);

export type Runtime = 'native' | 'docker';

/** As HEED_RUNTIME says, else as the demo runs already, else Docker where it can be had. */
export async function chooseRuntime(): Promise<Runtime> {
  const wanted = process.env.HEED_RUNTIME;
  if (wanted === 'native' || wanted === 'docker') return wanted;
  if (wanted) throw new Error(`HEED_RUNTIME must be docker or native, not ${JSON.stringify(wanted)}.`);
  return readProfile()?.runtime ?? ((await dockerAnswers()) ? 'docker' : 'native');
}

export async function startRuntime(runtime: Runtime): Promise<RunningSystem> {
  if (runtime === 'native') return startNative(demoFolder, { report: say });
  if (!(await dockerAnswers()))
    throw new Error(
      'Missing on this machine: a Docker engine that answers, with Compose. Remedy: see what docker info and docker compose version say, or HEED_RUNTIME=native npm run demo',
    );
  return startCompose(say);
}

async function dockerAnswers(): Promise<boolean> {
  try {
    await run('docker', ['info'], { timeout: 10_000 });
    await run('docker', ['compose', 'version'], { timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
}
