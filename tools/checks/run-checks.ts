import { spawn } from 'node:child_process';
import { type Check, checks } from './checks.ts';
import { seconds, tick } from './terminal.ts';

export interface Outcome {
  title: string;
  passed: boolean;
  output: string;
}

/** Runs all checks one after the other, a line for each, whatever fails. */
export async function runChecks(signal?: AbortSignal): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const check of checks) {
    if (signal?.aborted) break;
    const began = Date.now();
    const outcome = await runCheck(check, signal);
    console.log(`  ${tick(outcome.passed)} ${check.title} (${seconds(began)})`);
    outcomes.push(outcome);
  }
  return outcomes;
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
