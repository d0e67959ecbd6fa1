import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { BlockList, isIP } from 'node:net';
import { Reader, type Response } from 'mmdb-lib';
import type { Locale } from '#src/i18n/locale.ts';
import { HTML_LANG } from '#src/i18n/locale.ts';
import { getT } from '#src/i18n/server.ts';

/** Countries of IPv4 and IPv6 networks, from the lists of the registries (docs/decisions/015). */
const TABLE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';
/** Private networks, which have no public location. */
const LOCAL = [
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const;
const local = new BlockList();
for (const [network, bits, family] of LOCAL) local.addSubnet(network, bits, family);

let table: Promise<Reader<Response & { country_code?: string }>> | undefined;

/**
 * Returns the country of an address in the given language, "local network" for a private address, null when unknown.
 * The lookup uses a local table: no address leaves this machine.
 */
export async function placeOf(address: string, locale: Locale): Promise<string | null> {
  const plain = address.replace(/^::ffff:/i, '');
  const version = isIP(plain);
  if (!version) return null;
  if (local.check(plain, version === 6 ? 'ipv6' : 'ipv4')) return getT(locale)('account:session.localNetwork');
  const code = (await (table ??= load())).get(plain)?.country_code;
  return code
    ? (new Intl.DisplayNames([HTML_LANG[locale]], { type: 'region', fallback: 'none' }).of(code) ?? null)
    : null;
}

async function load() {
  const path = createRequire(import.meta.url).resolve(TABLE);
  return new Reader<Response & { country_code?: string }>(await readFile(path));
}
