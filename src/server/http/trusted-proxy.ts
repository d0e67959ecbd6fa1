import { BlockList, isIPv6 } from 'node:net';

const lists = new WeakMap<string[], BlockList>();

/** Whether forwarded headers from this peer are trusted (`TRUSTED_PROXIES`). */
export function isTrustedProxy(address: string, proxies: string[]): boolean {
  if (proxies.length === 0 || address === '') return false;
  let list = lists.get(proxies);
  if (!list) lists.set(proxies, (list = toList(proxies)));
  const plain = address.replace(/^::ffff:/, '');
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

function toList(proxies: string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits) list.addSubnet(address, Number(bits), family);
    else list.addAddress(address, family);
  }
  return list;
}
