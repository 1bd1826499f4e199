/**
 * Ceph's S3 gateway from Debian, by hand: one monitor, one storage daemon, one gateway. Objects live in memory where the data may be
 * thrown away, else in a sparse file of up to 20 GB.
 */
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Account, accountOf, isRoot } from './accounts.ts';
import { samePorts } from './ports.ts';
import { type OwnProcess, startProcess, untilReady } from './processes.ts';
import { type CephPorts, cephConfig } from './radosgw-config.ts';
import type { Launch, ServerKind } from './server-kind.ts';

const runFile = promisify(execFile);

/** Whether it is installed or can be. */
export function radosgwIsPossible(): boolean {
  return isRoot || isInstalled();
}

function isInstalled(): boolean {
  return ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph'].every((program) => existsSync(`/usr/bin/${program}`));
}

export const radosgw: ServerKind = {
  title: 'radosgw',
  requirement: {
    title: 'Ceph radosgw',
    packages: ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common'],
    units: ['ceph.target', 'ceph-mon.target', 'ceph-osd.target', 'ceph-radosgw.target', 'rbdmap.service'],
    isMet: isInstalled,
  },
  stopSignal: 'SIGKILL', // Ceph recovers from it like from a stop, and a stop takes 7 s.
  start,
};

async function start({ folder, before, throwAway, remember }: Launch) {
  const account = accountOf('ceph');
  const home = folder(account);
  const ports = await samePorts([before.port, before.monPort, before.monPortV1] as (number | undefined)[]);
  // The monitor's address is part of its map, so a monitor whose port was taken by somebody else begins anew, like one in memory.
  const isNew =
    throwAway || ports[1] !== before.monPort || ports[2] !== before.monPortV1 || !existsSync(join(home, 'ready'));
  const [port, monPort, monPortV1] = ports as [number, number, number];
  const address = {
    kind: 'radosgw',
    host: '127.0.0.1',
    port,
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    accessKey: String(before.accessKey ?? randomBytes(10).toString('hex')),
    secretKey: String(before.secretKey ?? randomBytes(20).toString('hex')),
    fsid: isNew ? randomUUID() : String(before.fsid),
    monPort,
    monPortV1,
  };
  const ceph = new Ceph(home, account, (processes) => remember(processes, address));
  await ceph.configure({ port, monPort, monPortV1 }, address.fsid, throwAway, isNew);
  await ceph.daemon('ceph-mon', ['-i', 'a'], () => ceph.run('ceph', ['--connect-timeout', '2', 'mon', 'stat']));
  if (isNew) await ceph.makeStore();
  await ceph.daemon('ceph-osd', ['-i', '0'], async () => {
    if (!(await ceph.run('ceph', ['osd', 'stat'])).includes('1 up')) throw new Error('not yet');
  });
  await ceph.daemon('radosgw', ['-n', 'client.rgw.s'], async () => {
    const answer = await fetch(address.endpoint, { signal: AbortSignal.timeout(2_000) });
    if (answer.status >= 500) throw new Error('not yet');
  });
  if (isNew) {
    const keys = ['--access-key', address.accessKey, '--secret-key', address.secretKey];
    await ceph.run('radosgw-admin', ['user', 'create', '--uid', 'heed', '--display-name', 'Heed', ...keys]);
    writeFileSync(join(home, 'ready'), '');
  }
  return address;
}

class Ceph {
  private readonly processes: OwnProcess[] = [];
  private readonly home: string;
  private readonly account: Account | undefined;
  private readonly remember: (processes: OwnProcess[]) => void;

  constructor(home: string, account: Account | undefined, remember: (processes: OwnProcess[]) => void) {
    this.home = home;
    this.account = account;
    this.remember = remember;
  }

  /** Writes the configuration; at a new beginning also the keys and the monitor's first map. */
  async configure(ports: CephPorts, fsid: string, throwAway: boolean, isNew: boolean): Promise<void> {
    if (isNew) {
      for (const name of ['mon', 'osd', 'rgw', 'run', 'keyring', 'ready'])
        rmSync(join(this.home, name), { recursive: true, force: true });
    }
    for (const name of ['mon', 'osd', 'rgw', 'run']) await this.run('mkdir', ['-p', join(this.home, name)]);
    writeFileSync(join(this.home, 'ceph.conf'), cephConfig(this.home, ports, fsid, throwAway));
    if (!isNew) return;
    const keyring = join(this.home, 'keyring');
    const all = [
      '--cap',
      'mon',
      'allow *',
      '--cap',
      'osd',
      'allow *',
      '--cap',
      'mgr',
      'allow *',
      '--cap',
      'mds',
      'allow *',
    ];
    await this.run('ceph-authtool', [
      '--create-keyring',
      keyring,
      '--gen-key',
      '-n',
      'mon.',
      '--cap',
      'mon',
      'allow *',
    ]);
    for (const name of ['client.admin', 'client.rgw.s', 'osd.0']) {
      await this.run('ceph-authtool', [keyring, '--gen-key', '-n', name, ...all]);
    }
    const map = join(this.home, 'monmap');
    const addresses = `[v2:127.0.0.1:${ports.monPort}/0,v1:127.0.0.1:${ports.monPortV1}/0]`;
    await this.run('monmaptool', ['--create', '--clobber', '--fsid', fsid, '--addv', 'a', addresses, map]);
    await this.run('ceph-mon', ['--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring]);
  }

  async makeStore(): Promise<void> {
    const id = randomUUID();
    await this.run('ceph', ['osd', 'new', id]);
    await this.run('ceph-osd', ['-i', '0', '--mkfs', '--osd-uuid', id]);
  }

  async daemon(program: string, args: string[], ready: () => Promise<unknown>): Promise<void> {
    const logFile = join(this.home, `${program}.log`);
    const own = await startProcess({
      command: program,
      args: ['-f', ...args, '-c', join(this.home, 'ceph.conf')],
      cwd: this.home,
      env: { HOME: this.home },
      logFile,
      account: this.account,
    });
    // Stopped in the other order: the gateway first.
    this.processes.unshift(own);
    this.remember([...this.processes]);
    await untilReady(program, own, logFile, 60_000, async () => {
      await ready();
      return true;
    });
  }

  async run(program: string, args: string[]): Promise<string> {
    const env = { PATH: process.env.PATH, HOME: this.home, LANG: 'C.UTF-8', CEPH_CONF: join(this.home, 'ceph.conf') };
    const { stdout } = await runFile(program, args, { cwd: this.home, env, timeout: 60_000, ...this.account });
    return stdout;
  }
}
