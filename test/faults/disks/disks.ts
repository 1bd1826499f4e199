/** Disks of the database and the object store that can be full: files with a file system of their own, mounted where the servers keep their data. Needs root; elsewhere this harm isn't done. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const SIZE = '6G';
const BALLAST = 'ballast';

export class Disks {
  private readonly dir: string;
  private readonly mounted = new Set<string>();

  constructor(dir: string) {
    this.dir = dir;
  }

  /** Gives a server a disk of its own, before it starts for the first time. */
  mount(server: string): void {
    if (process.getuid?.() !== 0) return;
    const [image, folder] = [join(this.dir, `${server}.disk`), join(this.dir, server)];
    mkdirSync(folder, { recursive: true });
    try {
      run('truncate', ['-s', SIZE, image]);
      run('mkfs.ext4', ['-q', '-F', '-m', '0', image]);
      run('mount', ['-o', 'loop', image, folder]);
      this.mounted.add(server);
    } catch {
      rmSync(image, { force: true });
    }
  }

  has(server: string): boolean {
    return this.mounted.has(server);
  }

  /** Leaves next to nothing free. */
  fill(server: string): void {
    const folder = join(this.dir, server);
    const { bavail, bsize } = statfsSync(folder);
    run('fallocate', ['-l', String(Math.max(bsize, (bavail - 16) * bsize)), join(folder, BALLAST)]);
  }

  /** Makes room again everywhere. */
  heal(): void {
    for (const server of this.mounted) rmSync(join(this.dir, server, BALLAST), { force: true });
  }

  /** What an earlier run has left mounted goes too. */
  static unmount(dir: string, servers: string[]): void {
    for (const server of servers) if (existsSync(join(dir, `${server}.disk`))) quietly('umount', [join(dir, server)]);
  }
}

const run = (program: string, args: string[]) => execFileSync(program, args, { stdio: 'ignore' });

function quietly(program: string, args: string[]): void {
  try {
    run(program, args);
  } catch {
    // It isn't mounted.
  }
}
