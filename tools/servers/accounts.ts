/**
 * Whom servers run as, and where their files may be. As root, servers get an account of their own (PostgreSQL and RabbitMQ demand it,
 * the others deserve it); as anybody else, everything is our own.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, existsSync, lstatSync, mkdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export interface Account {
  uid: number;
  gid: number;
}

export const isRoot = process.getuid?.() === 0;

/** The first of the names that the machine has; undefined when we aren't root and need none. */
export function accountOf(...names: string[]): Account | undefined {
  if (!isRoot) return undefined;
  for (const name of names) {
    try {
      const [uid, gid] = execFileSync('getent', ['passwd', name], { encoding: 'utf8' })
        .split(':')
        .slice(2, 4)
        .map(Number);
      if (uid !== undefined && gid !== undefined) return { uid, gid };
    } catch {
      // Not on this machine.
    }
  }
  throw new Error(`This machine has none of the users ${names.join(', ')}, and root may not run that server`);
}

/**
 * A folder for one server's files that its account can reach. A clone under /root is closed to others: then the files live under
 * /var/lib/heed, and `<dir>/<name>` is a link to them.
 */
export function serverFolder(dir: string, name: string, account: Account | undefined): string {
  const here = join(resolve(dir), name);
  mkdirSync(resolve(dir), { recursive: true });
  if (account && !isReachable(resolve(dir))) {
    const there = farFolder(here);
    mkdirSync(there, { recursive: true });
    if (!lstatSync(here, { throwIfNoEntry: false })) symlinkSync(there, here);
    chownSync(there, account.uid, account.gid);
    return there;
  }
  mkdirSync(here, { recursive: true, mode: 0o750 });
  if (account) chownSync(here, account.uid, account.gid);
  return here;
}

export function removeServerFolder(dir: string, name: string): void {
  const here = join(resolve(dir), name);
  rmSync(farFolder(here), { recursive: true, force: true });
  rmSync(here, { recursive: true, force: true });
}

/** Programs that we built ourselves, kept for all clones. */
export function cacheFolder(): string {
  const folder = isRoot ? '/var/cache/heed' : join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'heed');
  mkdirSync(folder, { recursive: true });
  return folder;
}

function farFolder(here: string): string {
  return `/var/lib/heed/${createHash('sha256').update(here).digest('hex').slice(0, 12)}`;
}

function isReachable(folder: string): boolean {
  if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false;
  return folder === '/' || isReachable(dirname(folder));
}
