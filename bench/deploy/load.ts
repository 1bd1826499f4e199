/**
 * A load of HTTP requests that costs little itself: plain sockets, each with one request on its way at a time, answers read by their Content-Length alone.
 * Good for measuring a server on the same machine, and for nothing else.
 */
import { connect, type Socket } from 'node:net';

export interface Load {
  port: number;
  connections: number;
  seconds: number;
  /** The n-th request as it goes over the wire. */
  request: (n: number) => string;
}

export interface Measured {
  requestsPerSecond: number;
  /** Answers by their status. */
  statuses: Record<string, number>;
  p50Ms: number;
  p99Ms: number;
}

export async function load({ port, connections, seconds, request }: Load): Promise<Measured> {
  const statuses: Record<string, number> = {};
  const times: number[] = [];
  let sent = 0;
  const start = performance.now();
  const end = start + seconds * 1_000;

  const run = (socket: Socket) =>
    new Promise<void>((resolve, reject) => {
      let received = '';
      let since = 0;
      const next = () => {
        since = performance.now();
        if (since >= end) {
          socket.end();
          resolve();
        } else socket.write(request(sent++));
      };
      socket.setNoDelay(true).setEncoding('latin1');
      socket.on('error', reject).on('connect', next);
      socket.on('data', (chunk: string) => {
        received += chunk;
        if (!isWhole(received)) return;
        const status = received.slice(9, 12);
        statuses[status] = (statuses[status] ?? 0) + 1;
        times.push(performance.now() - since);
        received = '';
        next();
      });
    });

  await Promise.all(Array.from({ length: connections }, () => run(connect(port, '127.0.0.1'))));
  const elapsed = (performance.now() - start) / 1_000;
  times.sort((a, b) => a - b);
  const quantile = (q: number) => times[Math.floor(q * times.length)] ?? Number.NaN;
  return { requestsPerSecond: times.length / elapsed, statuses, p50Ms: quantile(0.5), p99Ms: quantile(0.99) };
}

function isWhole(received: string): boolean {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const length = /content-length: (\d+)/i.exec(received)?.[1] ?? '0';
  return received.length >= headEnd + 4 + Number(length);
}

export function httpRequest(line: string, headers: Record<string, string>, body?: string): string {
  const all = {
    host: 'bench',
    ...headers,
    ...(body !== undefined && {
      'content-length': String(Buffer.byteLength(body)),
      'content-type': 'application/json',
    }),
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line} HTTP/1.1\r\n${head.join('')}\r\n${body ?? ''}`;
}
