/** A worker of the optout service as a process of its own, and what it says of its parts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { workerMemory } from '../../tools/system/worker-memory.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Milliseconds by step. */
export type Steps = Record<string, number>;

export class Worker {
  readonly process: ChildProcess;

  constructor(environment: Record<string, string>, steps: Steps) {
    this.process = spawn(process.execPath, ['dist/apps/optout/src/worker.js'], {
      cwd: root,
      env: { PATH: process.env.PATH, ...environment, HEED_PORT: '0', HEED_LOG_LEVEL: 'debug', ...workerMemory },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    createInterface({ input: this.process.stdout! }).on('line', (line) => note(line, steps));
  }

  /** The most memory it has had, in MiB. */
  get peakMiB(): number {
    const status = readFileSync(`/proc/${this.process.pid}/status`, 'utf8');
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)![1]) / 1_024);
  }

  get cpuSeconds(): number {
    const fields = readFileSync(`/proc/${this.process.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  }
}

function note(line: string, steps: Steps): void {
  if (!line.startsWith('{')) return;
  const entry = JSON.parse(line);
  const part = /^(range|slice) /.exec(entry.msg ?? '')?.[1];
  if (!part) {
    if (entry.level >= 40 || entry.level === 'error') console.error(line);
    return;
  }
  for (const [key, value] of Object.entries(entry)) {
    if (key.endsWith('Ms'))
      steps[`${part}: ${key.slice(0, -2)}`] = (steps[`${part}: ${key.slice(0, -2)}`] ?? 0) + Number(value);
  }
}
