import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Below the range from which the kernel takes ports for outgoing connections: a server that is restarted finds its port still free.
const LOWEST = 12_000;
const HIGHEST = 32_000;

/** That many different ports, free on loopback at this moment. */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < count) {
    const port = randomInt(LOWEST, HIGHEST);
    if (!found.has(port) && (await isFree(port))) found.add(port);
  }
  return [...found];
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** The ports of the last time where they are free, so that addresses survive a restart; else new ones. */
export async function samePorts(before: (number | undefined)[]): Promise<number[]> {
  const fresh = await freePorts(before.length);
  return Promise.all(before.map(async (port, i) => (port && (await isFree(port)) ? port : (fresh[i] as number))));
}
