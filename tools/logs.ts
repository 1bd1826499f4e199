/**
 * `npm run logs`: the last lines of every log of the demo. `npm run logs -- optout-worker-1 gateway` shows those alone, `npm run logs -- -f` goes on showing what comes.
 */
import { spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { composeArguments, hasCompose } from './demo/compose.ts';
import { demoFolder } from './demo/profile.ts';
import { repository } from './system/build.ts';

const follow = process.argv.includes('-f');
const names = process.argv.slice(2).filter((name) => name !== '-f');

if (hasCompose()) {
  show('docker', [...composeArguments, 'logs', '--tail', '20', ...(follow ? ['--follow'] : []), ...names]);
} else {
  const files = ['logs/*.log', '{nginx,postgres,rabbitmq,minio,radosgw}/**/*.log']
    .flatMap((pattern) => globSync(join(demoFolder, pattern)))
    .filter((file) => names.length === 0 || names.includes(basename(file, '.log')));
  if (files.length === 0)
    console.log(existsSync(demoFolder) ? 'There is no such log.' : 'Nothing has been started here.');
  else show('tail', ['-n', '20', ...(follow ? ['-F'] : []), ...files]);
}

function show(command: string, args: string[]): void {
  spawn(command, args, { cwd: repository, stdio: 'inherit' }).on('exit', (code) => {
    process.exitCode = code ?? 0;
  });
}
