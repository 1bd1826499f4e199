/**
 * Processes that outlive us: started in a session of their own, remembered by pid and moment of start, so that after a crash or a
 * reboot a pid that now belongs to somebody else is never taken for ours.
 */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './accounts.ts';

export interface OwnProcess {
  pid: number;
  /** Boot id and clock ticks since boot: together with the pid no other process ever has it. */
  startedAt: string;
}

export interface Command {
  command: string;
  args?: string[];
  cwd?: string;
  /** The whole environment of the process beside PATH; ours is not passed on. */
  env?: Record<string, string>;
  /** Standard output and error are appended here. */
  logFile: string;
  /** Whom it runs as; undefined: ourselves. */
  account?: Account | undefined;
}

export async function startProcess(wanted: Command): Promise<OwnProcess> {
  const log = openSync(wanted.logFile, 'a');
  try {
    const child = spawn(wanted.command, wanted.args ?? [], {
      cwd: wanted.cwd,
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...wanted.env },
      detached: true,
      stdio: ['ignore', log, log],
      ...(wanted.account && { uid: wanted.account.uid, gid: wanted.account.gid }),
    });
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    child.on('error', () => {});
    child.unref();
    return identify(child.pid as number);
  } finally {
    closeSync(log);
  }
}

export function identify(pid: number): OwnProcess {
  return { pid, startedAt: startOf(pid) ?? '' };
}

export function isRunning(own: OwnProcess): boolean {
  return own.startedAt !== '' && startOf(own.pid) === own.startedAt;
}

/** Asks with `signal`, then after the time given insists with SIGKILL. Its children are gone as well when this resolves. */
export async function stopProcess(
  own: OwnProcess,
  signal: NodeJS.Signals = 'SIGTERM',
  patienceMs = 15_000,
): Promise<void> {
  if (!isRunning(own)) return;
  const family = [own, ...childrenOf(own.pid).map(identify)];
  for (const member of signal === 'SIGKILL' ? family : [own]) send(member, signal);
  if (await allGone(family, patienceMs)) return;
  for (const member of family) send(member, 'SIGKILL');
  if (!(await allGone(family, 5_000))) throw new Error(`Process ${own.pid} does not end, not even by SIGKILL`);
}

/** Polls until `ready` answers; a process that ended meanwhile, or the time-out, throws with the last lines of its log. */
export async function untilReady(
  title: string,
  own: OwnProcess,
  logFile: string,
  timeoutMs: number,
  ready: () => Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await ready().catch(() => false))) {
    const ended = !isRunning(own);
    if (ended || Date.now() > deadline) {
      const lines = (await readFile(logFile, 'utf8').catch(() => '')).trimEnd().split('\n').slice(-12);
      const fate = ended ? 'ended while starting' : `was not ready after ${timeoutMs / 1000} s`;
      throw new Error(`${title} ${fate}. The end of ${logFile}:\n${lines.map((line) => `    ${line}`).join('\n')}`);
    }
    await sleep(50);
  }
}

async function allGone(family: OwnProcess[], patienceMs: number): Promise<boolean> {
  const deadline = Date.now() + patienceMs;
  while (family.some(isRunning)) {
    if (Date.now() > deadline) return false;
    await sleep(25);
  }
  return true;
}

function send(own: OwnProcess, signal: NodeJS.Signals): void {
  if (!isRunning(own)) return;
  try {
    process.kill(own.pid, signal);
  } catch {
    // It has ended by itself meanwhile.
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function startOf(pid: number): string | undefined {
  try {
    // Fields after the command's name, which may hold blanks and brackets itself: state is the first, start time the 20th.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    if (fields[0] === 'Z') return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`;
  } catch {
    return undefined;
  }
}
