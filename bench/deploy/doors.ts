/** The two doors of the deploy service, as processes on the servers of the bench. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

export interface Door {
  url: string;
  port: number;
  stop: () => Promise<void>;
}

const file = (name: string) => new URL(`../../dist/apps/deploy/src/${name}.js`, import.meta.url).pathname;

export async function migrate(env: Record<string, string>): Promise<void> {
  const [code] = await once(
    spawn('node', [file('migrate')], { env: { ...process.env, ...env }, stdio: 'inherit' }),
    'exit',
  );
  if (code !== 0) throw new Error('the migrations failed');
}

export async function open(name: 'main' | 'worker', port: number, env: Record<string, string>): Promise<Door> {
  const settings = { ...process.env, ...env, HEED_PORT: String(port), HEED_LOG_LEVEL: 'warn' };
  const door = spawn('node', [file(name)], { env: settings, stdio: ['ignore', 'inherit', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  const deadline = Date.now() + 60_000;
  while (!(await isReady())) {
    if (Date.now() > deadline) throw new Error(`${name} is not ready after a minute`);
    if (door.exitCode !== null) throw new Error(`${name} ended with ${door.exitCode}`);
    await pause(100);
  }
  const stop = async () => {
    door.kill('SIGTERM');
    if (door.exitCode === null) await once(door, 'exit');
  };
  return { url, port, stop };
}
