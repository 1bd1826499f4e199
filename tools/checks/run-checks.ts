import { spawn } from 'node:child_process';
import { type Check, checks } from './checks.ts';
import { seconds, tick } from './terminal.ts';

export interface Outcome {
  title: string;
  passed: boolean;
  output: string;
}

/** Runs all checks, whatever fails, and tells each when it is done. What others read is built first. */
export async function runChecks(signal?: AbortSignal): Promise<Outcome[]> {
  const [build, ...others] = checks;
  return [await tell(build, signal), ...(await Promise.all(others.map((check) => tell(check, signal))))];
}

async function tell(check: Check, signal?: AbortSignal): Promise<Outcome> {
  const began = Date.now();
  const outcome = await runCheck(check, signal);
  console.log(`  ${tick(outcome.passed)} ${check.title} (${seconds(began)})`);
  return outcome;
}

function runCheck({ title, command: [program, ...args] }: Check, signal?: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...(signal && { signal }) });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => chunks.push(Buffer.from(String(error))));
    child.on('close', (code) =>
      resolve({ title, passed: code === 0, output: Buffer.concat(chunks).toString().trim() }),
    );
  });
}
