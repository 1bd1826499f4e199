import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from '../system/build.ts';
import { demoFolder, type Provisioned, profileFile } from './profile.ts';
import type { Runtime } from './runtime.ts';

const run = promisify(execFile);

export interface Credentials {
  apiKey: string;
  token: string;
  mailerToken: string;
  mailerKey: string;
}

/** `heed apply` of the demo's state file, and what it told: its lines for the reader, its JSON for the rest of the demo. */
export async function provision(runtime: Runtime): Promise<{ lines: string[]; state: Provisioned }> {
  // Each runtime has a system of its own, with ids and secrets of its own.
  const out = join(demoFolder, `applied-${runtime}.json`);
  const { stdout } = await run(
    join(repository, 'bin', 'heed'),
    ['--profile', profileFile, 'apply', '-f', 'examples/demo.yaml', '--out', out],
    { cwd: repository },
  ).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`heed apply failed:\n${error.stdout}${error.stderr}`);
  });
  return { lines: stdout.trimEnd().split('\n'), state: JSON.parse(readFileSync(out, 'utf8')) as Provisioned };
}

/** Secrets are told once, so they are there only while `.heed/demo` keeps what an earlier run was told. */
export function credentialsOf({ accounts, users, mailers }: Provisioned): Credentials {
  const apiKey = accounts[0]?.keys[0]?.key;
  const token = users[0]?.tokens[0]?.token;
  const mailerToken = mailers[0]?.tokens[0]?.token;
  const mailerKey = mailers[0]?.access[0]?.key;
  if (!apiKey || !token || !mailerToken || !mailerKey) {
    throw new Error(
      'The demo was provisioned before, but its secrets are gone. Start afresh: npm run clean && npm run demo',
    );
  }
  return { apiKey, token, mailerToken, mailerKey };
}
