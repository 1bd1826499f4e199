/** The client's address as people write it: an IPv4 client of an IPv6 socket is `::ffff:192.0.2.1` there. */
export function clientAddress(ip: string): string {
  return ip.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}
