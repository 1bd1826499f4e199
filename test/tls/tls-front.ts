/** TLS before a server that speaks without: what a server does whose certificate comes from an authority of the organisation's own. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Authority {
  /** PEM file of the authority's certificate. */
  file: string;
  key: string;
  certificate: string;
}

/** An authority, and a certificate of `localhost` by it. */
export async function authority(): Promise<Authority> {
  const cwd = mkdtempSync(join(tmpdir(), 'heed-tls-'));
  const openssl = (...args: string[]) => run('openssl', args, { cwd });
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  await openssl(
    'req',
    '-x509',
    ...ec,
    '-days',
    '2',
    '-subj',
    '/CN=an authority',
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
  );
  await openssl('req', ...ec, '-subj', '/CN=localhost', '-keyout', 'server.key', '-out', 'server.csr');
  writeFileSync(join(cwd, 'names'), 'subjectAltName=DNS:localhost\n');
  const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names'];
  await openssl('x509', '-req', '-in', 'server.csr', ...by, '-out', 'server.pem');
  const read = (name: string) => readFileSync(join(cwd, name), 'utf8');
  return { file: join(cwd, 'ca.pem'), key: read('server.key'), certificate: read('server.pem') };
}

export interface TlsFront {
  port: number;
  close: () => void;
}

/** A PostgreSQL client asks for TLS in its own words first (Protocol Flow, SSL Session Encryption); the others begin with it. */
export async function tlsFront(target: URL, { key, certificate }: Authority): Promise<TlsFront> {
  const secureContext = createSecureContext({ key, cert: certificate });
  const sockets = new Set<Socket>();
  const server: Server = createServer((client) => {
    const begin = () => {
      const inner = new TLSSocket(client, { isServer: true, secureContext });
      const upstream = connect(Number(target.port), target.hostname);
      inner.pipe(upstream).pipe(inner);
      for (const [one, other] of [
        [inner, upstream],
        [upstream, inner],
      ] as const) {
        one.on('error', () => other.destroy());
        one.on('close', () => other.destroy());
      }
      sockets.add(client).add(upstream);
    };
    client.on('error', () => {});
    if (!target.protocol.startsWith('postgres')) return begin();
    client.once('data', () => client.write('S', begin));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
