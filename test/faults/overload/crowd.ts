/** More requests than a server can answer, sent when they are due whether others were answered or not. Plain sockets: an HTTP client of Node's would be the one that is overloaded. */
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface Order {
  method: string;
  url: string;
  token?: string;
  /** The body of the n-th request. */
  body?: (n: number) => object;
}

export interface Shot {
  n: number;
  /** 0: none within the patience of the client, or the connection broke. */
  status: number;
  milliseconds: number;
  /** Whether it says when to come again. */
  saysWhen: boolean;
}

const PATIENCE_MS = 30_000;
/** The gateway takes 4,096 connections, its own to the services among them. */
const MOST_SOCKETS = 1_500;
const TICK_MS = 5;

/** Fires until it is over, and keeps nothing but the count of each status. `base` is the number of the first request. */
export async function stream(order: Order, rate: number, over: AbortSignal, base = 0): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  const gun = new Gun(order, ({ status }) => counts.set(status, (counts.get(status) ?? 0) + 1));
  const began = performance.now();
  for (let due = 0; !over.aborted; await pause(TICK_MS))
    for (const until = ((performance.now() - began) * rate) / 1_000; due < until; due++) gun.fire(base + due);
  await gun.done();
  return counts;
}

/** @returns all answers, and how many requests were due that no socket was free for */
export async function crowd(order: Order, rate: number, seconds: number): Promise<{ shots: Shot[]; unsent: number }> {
  const gun = new Gun(order);
  const began = performance.now();
  let due = 0;
  while (performance.now() < began + seconds * 1_000) {
    const until = Math.floor(((performance.now() - began) * rate) / 1_000);
    while (due < until) gun.fire(due++);
    await pause(TICK_MS);
  }
  await gun.done();
  return { shots: gun.shots, unsent: gun.unsent };
}

/** One request after the other. @returns how each was answered */
export async function queue(order: Order, from: number, count: number): Promise<Shot[]> {
  const gun = new Gun(order);
  for (let n = from; n < from + count; n++) {
    gun.fire(n);
    await gun.done(false);
  }
  await gun.done();
  return gun.shots;
}

class Gun {
  readonly shots: Shot[] = [];
  unsent = 0;
  private readonly order: Order;
  private readonly keep: (shot: Shot) => void;
  private readonly free: Socket[] = [];
  private readonly underWay = new Set<Promise<void>>();
  private sockets = 0;

  constructor(order: Order, keep?: (shot: Shot) => void) {
    this.order = order;
    this.keep = keep ?? ((shot) => void this.shots.push(shot));
  }

  fire(n: number): void {
    const socket = this.free.pop() ?? (this.sockets < MOST_SOCKETS ? this.open() : undefined);
    if (!socket) {
      this.unsent++;
      return;
    }
    const shot = this.send(socket, n).finally(() => this.underWay.delete(shot));
    this.underWay.add(shot);
  }

  /** @param isLast whether the sockets are needed no longer */
  async done(isLast = true): Promise<void> {
    await Promise.all(this.underWay);
    if (isLast) for (const socket of this.free) socket.destroy();
  }

  private open(): Socket {
    const { hostname, port } = new URL(this.order.url);
    this.sockets++;
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    socket.on('error', () => {});
    socket.once('close', () => this.sockets--);
    return socket;
  }

  private async send(socket: Socket, n: number): Promise<void> {
    const began = performance.now();
    const answer = await this.exchange(socket, n);
    const head = answer.slice(0, answer.indexOf('\r\n\r\n'));
    const status = Number(head.slice(9, 12)) || 0;
    this.keep({
      n,
      status,
      milliseconds: performance.now() - began,
      saysWhen: /\r\nretry-after: \d/i.test(head),
    });
    if (status === 0 || /\r\nconnection: close/i.test(head)) socket.destroy();
    else this.free.push(socket);
  }

  /** The whole answer; empty if there was none. */
  private exchange(socket: Socket, n: number): Promise<string> {
    return new Promise((resolve) => {
      let answer = '';
      const end = (result: string) => {
        clearTimeout(timer);
        socket.off('data', read).off('close', closed);
        resolve(result);
      };
      const closed = () => end('');
      const timer = setTimeout(() => end(''), PATIENCE_MS);
      const read = (chunk: Buffer) => {
        answer += chunk.toString('latin1');
        if (isWhole(answer)) end(answer);
      };
      socket.on('data', read).once('close', closed);
      socket.write(this.requestOf(n));
    });
  }

  private requestOf(n: number): string {
    const { method, url, token, body } = this.order;
    const { pathname, search, host } = new URL(url);
    const content = body ? JSON.stringify(body(n)) : '';
    const headers = [
      `host: ${host}`,
      ...(token ? [`authorization: Bearer ${token}`] : []),
      ...(body ? ['content-type: application/json', `content-length: ${Buffer.byteLength(content)}`] : []),
    ];
    return `${method} ${pathname}${search} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${content}`;
  }
}

function isWhole(answer: string): boolean {
  const head = answer.indexOf('\r\n\r\n');
  if (head < 0) return false;
  if (/\r\ntransfer-encoding: chunked/i.test(answer.slice(0, head))) return answer.endsWith('0\r\n\r\n');
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(answer.slice(0, head))?.[1] ?? 0);
  return answer.length >= head + 4 + length;
}
