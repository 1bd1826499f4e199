import { execFile } from 'node:child_process';
import { resolve as resolvePath } from 'node:path';
import type { Installation } from './installation.js';

const program = resolvePath('bin', 'heed');

/** `heed` as a script runs it. */
export function runHeed(
  { adminUrls, adminToken }: Pick<Installation, 'adminUrls' | 'adminToken'>,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const addresses = Object.entries(adminUrls).map(([service, url]) => [`HEED_${service.toUpperCase()}_ADMIN_URL`, url]);
  const environment = {
    PATH: process.env.PATH,
    ...Object.fromEntries(addresses),
    HEED_ADMIN_TOKEN: adminToken,
    ...env,
  };
  return new Promise((resolve) => {
    execFile(program, args, { env: environment, maxBuffer: 64 * 1_048_576 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}
