import { BlockList, isIP } from 'node:net';

/** Networks that are not the public internet (IANA special-purpose registries). */
const NOT_PUBLIC_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Of IPv6 only `2000::/3` is public; within it these are not, or embed an IPv4 address. */
const NOT_PUBLIC_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const notPublic = new BlockList();
const public6 = new BlockList();
for (const net of NOT_PUBLIC_4) notPublic.addSubnet(...split(net), 'ipv4');
for (const net of NOT_PUBLIC_6) notPublic.addSubnet(...split(net), 'ipv6');
public6.addSubnet('2000::', 3, 'ipv6');

function split(net: string): [string, number] {
  const [address, bits] = net.split('/') as [string, string];
  return [address, Number(bits)];
}

/** Whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic.check(address, 'ipv4');
  return family === 6 && public6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}
