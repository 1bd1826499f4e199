/**
 * Debian packages that a server needs. As root they are installed by name; their own services are neither started nor left enabled.
 * Otherwise what is missing is named in one line, with the remedy.
 */
import { execFile } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { isRoot } from './accounts.ts';

const run = promisify(execFile);

export interface Requirement {
  title: string;
  packages: string[];
  /** systemd units that the packages would bring to life. */
  units?: string[];
  isMet: () => boolean;
}

export async function ensureInstalled(requirements: Requirement[], report: (line: string) => void): Promise<void> {
  const missing = requirements.filter((requirement) => !requirement.isMet());
  if (missing.length === 0) return;
  const packages = missing.flatMap((requirement) => requirement.packages);
  const titles = missing.map((requirement) => requirement.title).join(', ');
  const remedy = `apt-get install --no-install-recommends ${packages.join(' ')}`;
  if (!isRoot) throw new Error(`Missing on this machine: ${titles}. Remedy: sudo ${remedy}`);
  if (!existsSync('/usr/bin/apt-get'))
    throw new Error(`Missing on this machine: ${titles}. They are installed by themselves on Debian alone`);
  report(`  installing ${packages.join(', ')} …`);
  try {
    await withoutStartingServices(() => aptInstall(packages));
  } catch (error) {
    throw new Error(
      `Could not install ${titles}. Remedy: ${remedy}\n${(error as { stderr?: string }).stderr ?? error}`,
    );
  }
  const units = missing.flatMap((requirement) => requirement.units ?? []);
  if (units.length > 0 && existsSync('/usr/bin/systemctl'))
    await run('systemctl', ['disable', '--quiet', ...units]).catch(() => {});
  const still = missing.filter((requirement) => !requirement.isMet()).map((requirement) => requirement.title);
  if (still.length > 0) throw new Error(`Installed ${packages.join(' ')}, but still missing: ${still.join(', ')}`);
}

async function aptInstall(packages: string[]): Promise<void> {
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, maxBuffer: 64 << 20 };
  const install = () =>
    run(
      'apt-get',
      ['install', '-y', '-q', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120', ...packages],
      options,
    );
  // A fresh machine has no package lists, an old one lists of versions that are gone.
  await install().catch(async () => {
    await run('apt-get', ['update', '-q'], options);
    await install();
  });
}

/** Debian starts what it installs unless this file forbids it. */
async function withoutStartingServices(work: () => Promise<void>): Promise<void> {
  const policy = '/usr/sbin/policy-rc.d';
  if (existsSync(policy)) return work();
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    await work();
  } finally {
    rmSync(policy);
  }
}
