/** `npm run status`: what of the demo runs, and where. */
import { spawnSync } from 'node:child_process';
import { composeArguments, hasCompose } from './demo/compose.ts';
import { demoFolder, readProfile } from './demo/profile.ts';
import { bold, say, table } from './demo/terminal.ts';
import { status } from './servers/index.ts';
import { repository } from './system/build.ts';
import { readInstance, runs } from './system/instance.ts';

if (hasCompose()) spawnSync('docker', [...composeArguments, 'ps'], { cwd: repository, stdio: 'inherit' });
const servers = status(demoFolder).map(({ title, running, pid, address }) =>
  row(title, running, pid, address.port ?? ''),
);
const doors = Object.entries(readInstance(demoFolder).processes).map(([name, door]) =>
  row(name, runs(door), door.process.pid, door.port),
);
const profile = readProfile();

if (servers.length + doors.length > 0) table([['WHAT', 'RUNS', 'PID', 'PORT'], ...servers, ...doors]);
else if (!hasCompose()) say('Nothing has been started here. npm run demo starts it.');
if (profile)
  say(
    `${bold('Addresses')}  ${profile.baseUrl}  ${profile.collectUrl}  ${profile.mailerUrl}  (all in .heed/demo.json)`,
  );

function row(name: string, running: boolean, pid: number | undefined, port: string | number): string[] {
  return [name, running ? 'yes' : 'no', running ? String(pid) : '', String(port)];
}
