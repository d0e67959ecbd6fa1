import { isIP } from 'node:net';
import { settings } from '#src/server/core/settings.ts';
import { isTrustedProxy } from './trusted-proxy.ts';

/** Where a request comes from and what it was sent to, as far as it can be believed. */
export type ClientInfo = {
  /** Host as the visitor's browser names it, lower case, with its port. */
  host: string;
  scheme: 'http' | 'https';
  /** Network address of the visitor. */
  address: string;
};

/**
 * Reads host, scheme and address of a request. `X-Forwarded-*` counts only when the peer is one of `TRUSTED_PROXIES`, and
 * of several values only what the nearest proxy has added: everything before it may be the visitor's own invention.
 * @param peer network address of whoever opened the connection
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

/** From the nearest hop outwards: the first one that is no proxy of ours. */
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

/** IPv4 as itself, also where the system tells it as IPv6. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
