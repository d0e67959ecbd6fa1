import { isIP, BlockList, isIPv6 } from 'node:net';
import { settings } from '#src/server/core/settings.ts';

const lists = new WeakMap<string[], BlockList>();

/** Whether forwarded headers from this peer are trusted (`TRUSTED_PROXIES`). */
function isTrustedProxy(address: string, proxies: string[]): boolean {
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

/** Origin and target of a request, from trusted data only. */
export type ClientInfo = {
  /** Host as the browser sent it, lower case, with its port. */
  host: string;
  scheme: 'http' | 'https';
  /** Network address of the visitor. */
  address: string;
};

/**
 * Reads host, scheme and address of a request. `X-Forwarded-*` is used only if the peer is one of `TRUSTED_PROXIES`, and of
 * several values only the part that trusted proxies have added, because the client can send anything before it.
 * @param peer network address of the other end of the connection
 */
export function clientInfo(header: (name: string) => string | undefined, peer: string): ClientInfo {
  const proxies = settings().trustedProxies;
  const from = plain(peer);
  const host = header('host') ?? '';
  if (!isTrustedProxy(from, proxies)) return { host: host.toLowerCase(), scheme: 'http', address: from };
  const last = (name: string) => header(name)?.split(',').at(-1)?.trim();
  return {
    host: (last('x-forwarded-host') || host).toLowerCase(),
    scheme: last('x-forwarded-proto')?.toLowerCase() === 'https' ? 'https' : 'http',
    address: visitor(header('x-forwarded-for') ?? '', from, proxies),
  };
}

/** Returns the address of the client: from the nearest hop outwards, the first one that is not a trusted proxy. */
function visitor(hops: string, peer: string, proxies: string[]): string {
  let known = peer;
  for (const hop of hops.split(',').reverse()) {
    const address = plain(withoutPort(hop.trim()));
    if (isIP(address) === 0) break;
    known = address;
    if (!isTrustedProxy(address, proxies)) break;
  }
  return known;
}

/** Some proxies write `1.2.3.4:5678` and `[2001:db8::1]:5678`. */
function withoutPort(hop: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(hop)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(hop)?.[1] ?? hop;
}

/** Returns an IPv4-mapped IPv6 address as IPv4. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
