/**
 * Load on one HTTP endpoint over keep-alive connections, a request at a time on each. Plain sockets, because an HTTP client of Node's costs more than the servers that are measured.
 */
import { connect, type Socket } from 'node:net';

export interface LoadOptions {
  port: number;
  path: string;
  headers: Record<string, string>;
  /** The body of the n-th request. */
  body: (n: number) => string;
  connections: number;
  seconds: number;
  /** Requests a second, sent when they are due whether or not others are answered; as many as go without it. */
  rate?: number;
  /** Status that counts as done; any other ends the run. */
  status: number;
}

export interface LoadResult {
  count: number;
  requestsPerSecond: number;
  /** Milliseconds; with a rate counted from when the request was due. */
  p50: number;
  p95: number;
  p99: number;
}

export async function load(options: LoadOptions): Promise<LoadResult> {
  const latencies: number[] = [];
  const sockets = await Promise.all(Array.from({ length: options.connections }, () => open(options.port)));
  const start = performance.now();
  const end = start + options.seconds * 1_000;
  let sent = 0;
  const one = async (socket: Socket, due: number) => {
    await request(socket, options, sent++);
    latencies.push(performance.now() - due);
  };
  if (options.rate === undefined)
    await Promise.all(
      sockets.map(async (socket) => {
        while (performance.now() < end) await one(socket, performance.now());
      }),
    );
  else await paced(sockets, options.rate, start, end, one);
  const elapsed = (performance.now() - start) / 1_000;
  for (const socket of sockets) socket.destroy();
  latencies.sort((a, b) => a - b);
  const percentile = (p: number) => latencies[Math.floor((latencies.length - 1) * p)] ?? Number.NaN;
  return {
    count: latencies.length,
    requestsPerSecond: latencies.length / elapsed,
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
  };
}

/** Each connection takes the next due request as soon as it is free, so a slow server shows in the latencies, not in fewer requests. */
async function paced(
  sockets: Socket[],
  rate: number,
  start: number,
  end: number,
  one: (socket: Socket, due: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    sockets.map(async (socket) => {
      for (;;) {
        const due = start + (next++ * 1_000) / rate;
        if (due >= end) return;
        const wait = due - performance.now();
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        await one(socket, due);
      }
    }),
  );
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

function request(socket: Socket, options: LoadOptions, n: number): Promise<void> {
  const body = options.body(n);
  const headers = Object.entries({
    host: 'bench',
    'content-length': String(Buffer.byteLength(body)),
    ...options.headers,
  });
  const lines = headers.map(([name, value]) => `${name}: ${value}`).join('\r\n');
  return new Promise((resolve, reject) => {
    let answer = '';
    const read = (chunk: Buffer) => {
      answer += chunk.toString('latin1');
      const head = answer.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(answer)?.[1] ?? 0);
      if (answer.length < head + 4 + length) return;
      socket.off('data', read);
      const status = Number(answer.slice(9, 12));
      if (status === options.status) resolve();
      else reject(new Error(`answered ${status}: ${answer.slice(head + 4, head + 300)}`));
    };
    socket.on('data', read);
    socket.write(`POST ${options.path} HTTP/1.1\r\n${lines}\r\n\r\n${body}`);
  });
}
