/**
 * nginx, the program alone: what it does is its configuration's matter. It runs in the foreground, unprivileged, with its own folder as
 * prefix. The configuration's relative paths are meant there: `temp/` exists for the *_temp_path directives, `daemon` and `pid` are ours.
 */
import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { accountOf } from './accounts.ts';
import { startProcess, untilReady } from './processes.ts';
import type { Launch, ServerKind } from './server-kind.ts';

const run = promisify(execFile);
const PROGRAM = '/usr/sbin/nginx';

export const nginx: ServerKind = {
  title: 'nginx',
  requirement: {
    title: 'nginx',
    packages: ['nginx-light'],
    units: ['nginx.service'],
    isMet: () => existsSync(PROGRAM),
  },
  stopSignal: 'SIGTERM',
  start,
};

async function start({ folder, nginxConfig, remember }: Launch) {
  const account = accountOf('www-data', 'nobody');
  const home = folder(account);
  const temp = join(home, 'temp');
  mkdirSync(temp, { recursive: true });
  if (account) chownSync(temp, account.uid, account.gid);
  const configFile = join(home, 'nginx.conf');
  writeFileSync(configFile, nginxConfig ?? readFileSync(configFile, 'utf8'));
  // Relative to the prefix: a path with a space in it would be two arguments.
  const args = ['-p', home, '-c', configFile, '-e', 'stderr', '-g', 'daemon off; pid temp/nginx.pid;'];
  const logFile = join(home, 'nginx.log');
  await run(PROGRAM, ['-t', '-q', ...args], { cwd: home, ...account });
  const own = await startProcess({ command: PROGRAM, args, cwd: home, logFile, account });
  const address = { configFile };
  remember([own], address);
  await untilReady(
    'nginx',
    own,
    logFile,
    10_000,
    async () => readFileSync(join(temp, 'nginx.pid'), 'utf8').trim() === String(own.pid),
  );
  return address;
}
