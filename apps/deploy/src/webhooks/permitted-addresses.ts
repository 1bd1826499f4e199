/** Which addresses may be connected to: those of the public internet, and networks that the operator permits. A customer's URL must not reach what only we can reach. */
import { BlockList, isIPv6 } from 'node:net';

/** The special-purpose registry of IANA, and multicast. */
const RESERVED_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];
/** Of IPv6 only this is public at all; loopback, unique local, link local, NAT64 and multicast are outside of it. */
const GLOBAL_V6 = ['2000::/3'];
/** Inside of it: protocol assignments with Teredo, documentation, 6to4. */
const RESERVED_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];
const MAPPED_V4 = ['::ffff:0:0/96'];

const reserved = networks([...RESERVED_V4, ...RESERVED_V6]);
const globalV6 = networks(GLOBAL_V6);
const mappedV4 = networks(MAPPED_V4);

export class PermittedAddresses {
  private readonly permitted: BlockList;

  /** @param permitted networks such as `10.1.0.0/16` or `fd00::/8`. @throws on one that is none */
  constructor(permitted: readonly string[]) {
    this.permitted = networks(permitted);
  }

  /** @param address IPv4, or IPv6 without brackets; one that is mapped from IPv4 counts as that */
  has(address: string): boolean {
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (this.permitted.check(address, family)) return true;
    if (reserved.check(address, family)) return false;
    return family === 'ipv4' || mappedV4.check(address, family) || globalV6.check(address, family);
  }
}

function networks(list: readonly string[]): BlockList {
  const found = new BlockList();
  for (const network of list) {
    const [address, prefix, ...rest] = network.split('/');
    if (!address || !/^\d+$/.test(prefix ?? '') || rest.length > 0)
      throw new Error(`${network} is no network such as 10.1.0.0/16`);
    found.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return found;
}
