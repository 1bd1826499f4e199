/**
 * MinIO, built from source: since October 2025 there are no binaries of it. The version is pinned, the program is kept in a cache for
 * all clones, and the first build takes some minutes.
 */
import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, globSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { accountOf, cacheFolder } from './accounts.ts';
import { servesBuckets } from './buckets.ts';
import { samePorts } from './ports.ts';
import { startProcess, untilReady } from './processes.ts';
import type { Launch, ServerKind } from './server-kind.ts';

const run = promisify(execFile);
const MODULE_VERSION = 'v0.0.0-20260212201848-7aac2a2c5b7c';
const GO_MINOR = 24;
const RELEASE = '2026-02-12T20:18:48Z';

export const minio: ServerKind = {
  title: 'MinIO',
  stopSignal: 'SIGTERM',
  prepare: build,
  start,
};

/** Whether MinIO stands in the cache or can be built on this machine. */
export function minioIsPossible(): boolean {
  return existsSync(program()) || goProgram() !== undefined;
}

async function start({ folder, before, remember }: Launch) {
  const account = accountOf('nobody');
  const home = folder(account);
  const [port] = (await samePorts([before.port as number | undefined])) as [number];
  const address = {
    kind: 'minio' as const,
    host: '127.0.0.1',
    port,
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    accessKey: String(before.accessKey ?? randomBytes(10).toString('hex')),
    secretKey: String(before.secretKey ?? randomBytes(20).toString('hex')),
  };
  const logFile = join(home, 'minio.log');
  const own = await startProcess({
    command: program(),
    args: ['server', join(home, 'data'), '--address', `127.0.0.1:${port}`, '--quiet'],
    cwd: home,
    logFile,
    account,
    env: {
      HOME: home,
      MINIO_ROOT_USER: address.accessKey,
      MINIO_ROOT_PASSWORD: address.secretKey,
      MINIO_BROWSER: 'off',
      MINIO_REGION: address.region,
      MINIO_UPDATE: 'off',
    },
  });
  remember([own], address);
  await untilReady('MinIO', own, logFile, 60_000, () => servesBuckets(address));
  return address;
}

async function build(report: (line: string) => void): Promise<void> {
  if (existsSync(program())) return;
  const go = goProgram();
  if (!go)
    throw new Error(
      `Missing on this machine: Go 1.${GO_MINOR} or later, to build MinIO. Remedy: put go on the PATH, or use radosgw`,
    );
  report('  building MinIO by go install: some 3 minutes and 2 GB of caches the first time …');
  const gobin = join(cacheFolder(), `build-${process.pid}`);
  mkdirSync(gobin);
  const versions = { Version: RELEASE, ReleaseTag: `RELEASE.${RELEASE.replaceAll(':', '-')}` };
  const ldflags = [
    '-s',
    '-w',
    ...Object.entries(versions).map(([name, value]) => `-X github.com/minio/minio/cmd.${name}=${value}`),
  ];
  const building = run(
    go,
    ['install', '-v', '-ldflags', ldflags.join(' '), `github.com/minio/minio@${MODULE_VERSION}`],
    {
      env: { ...process.env, GOTOOLCHAIN: 'local', CGO_ENABLED: '0', GOBIN: gobin, GOFLAGS: '-buildvcs=false' },
      maxBuffer: 64 << 20,
    },
  );
  // It names each package that it has compiled on a line of its own.
  let packages = 0;
  building.child.stderr?.on('data', (text: string) => {
    packages += text.split('\n').filter((line) => line && !line.startsWith('go: ')).length;
  });
  const sign = setInterval(() => report(`    ${packages} packages compiled …`), 60_000);
  await building
    .catch(({ stderr }: { stderr: string }) => {
      throw new Error(`MinIO could not be built by ${go}:\n${stderr.trimEnd().split('\n').slice(-8).join('\n')}`);
    })
    .finally(() => clearInterval(sign));
  // Only a finished program gets its name: a build that was interrupted leaves none.
  renameSync(join(gobin, 'minio'), program());
  rmSync(gobin, { recursive: true });
}

function program(): string {
  return join(cacheFolder(), `minio-${MODULE_VERSION}`);
}

/** The first Go that is new enough; it may not fetch a newer one by itself (GOTOOLCHAIN=local). */
function goProgram(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(':').map((folder) => join(folder, 'go'));
  return [...onPath, '/usr/local/go/bin/go', ...globSync('/usr/lib/go-*/bin/go')]
    .filter((path) => existsSync(path))
    .find((path) => {
      const { stdout } = spawnSync(path, ['version'], {
        encoding: 'utf8',
        env: { ...process.env, GOTOOLCHAIN: 'local' },
      });
      const [, minor] = /go1\.(\d+)/.exec(stdout) ?? [];
      return Number(minor) >= GO_MINOR;
    });
}
