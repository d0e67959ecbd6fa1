import { isIPv6 } from 'node:net';

/**
 * Returns the rate-limit key of an address. Of IPv6 addresses only the first 64 bits count, because one subscriber
 * controls the rest.
 * @returns null when the address is unknown (a local socket): such requests are not limited by address
 */
export function addressKey(kind: string, address: string): string | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain) return null;
  return `${kind}:${isIPv6(plain) ? network(plain) : plain}`;
}

function network(address: string): string {
  const [head = '', tail] = address.split('%')[0]!.toLowerCase().split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
