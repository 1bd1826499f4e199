import { describe, expect, it } from '@jest/globals';
import { PermittedAddresses } from './permitted-addresses.js';

const LOCAL =
  `0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 127.255.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1 198.18.0.1 224.0.0.1 255.255.255.255
  :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.0.0.1 64:ff9b::a00:1 fc00::1 fd12::1 fe80::1 fec0::1 ff02::1 2001:db8::1 2001::1 2002:7f00:1::1`.split(
    /\s+/,
  );
const PUBLIC = '8.8.8.8 100.63.255.255 172.32.0.1 192.167.1.1 ::ffff:8.8.8.8 2606:4700::1111 2a00:1450::1'.split(' ');

describe('addresses that may be connected to', () => {
  it.each(LOCAL)('%s is none', (address) => expect(new PermittedAddresses([]).has(address)).toBe(false));
  it.each(PUBLIC)('%s is one', (address) => expect(new PermittedAddresses([]).has(address)).toBe(true));

  it('are also those of permitted networks', () => {
    const some = new PermittedAddresses(['127.0.0.0/8', 'fd00::/8']);
    expect(['127.0.0.1', '::ffff:127.0.0.1', 'fd12::1'].map((address) => some.has(address))).toEqual([
      true,
      true,
      true,
    ]);
    expect(['10.0.0.1', '::1', 'fc00::1'].map((address) => some.has(address))).toEqual([false, false, false]);
  });

  it.each(['', '10.0.0.1', '10.0.0.0/33', 'intranet/8', '10.0.0.0/8/8'])('no network is %j', (network) => {
    expect(() => new PermittedAddresses([network])).toThrow();
  });
});
