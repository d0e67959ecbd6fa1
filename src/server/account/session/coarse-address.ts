/**
 * Returns the network of an address, without its host: `203.0.*.*`, `2001:db8:1::/48`. Enough to see whether it is one's own.
 * @returns null for what is no address
 */
export function coarseAddress(address: string): string | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  const four = /^(\d{1,3}\.\d{1,3})\.\d{1,3}\.\d{1,3}$/.exec(plain);
  if (four) return `${four[1]}.*.*`;
  if (!plain.includes(':')) return null;
  const [head = '', tail] = plain.split('::');
  const groups = head.split(':').filter(Boolean);
  // What `::` leaves out before the last groups is zero.
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  const whole = [
    ...groups,
    ...Array<string>(Math.max(missing, 0)).fill('0'),
    ...(tail?.split(':').filter(Boolean) ?? []),
  ];
  return `${whole.slice(0, 3).join(':')}::/48`;
}
