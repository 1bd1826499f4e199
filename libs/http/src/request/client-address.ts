import { isIP } from 'node:net';

/** The client's address as people write it: an IPv4 client of an IPv6 socket is `::ffff:192.0.2.1` there. What a trusted proxy forwards that is no address doesn't count: then it is the proxy's own. */
export function clientAddress({ ip, socket }: { ip: string; socket: { remoteAddress?: string | undefined } }): string {
  const address = isIP(ip) ? ip : (socket.remoteAddress ?? '');
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '');
}
