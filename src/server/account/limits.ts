import { isIPv6 } from 'node:net';
import type { Limit } from '#src/server/core/rate-limit.ts';

/* What is too much (issue 3, safety; told to operators in docs/operations.md). Seconds, and tries within them. */

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/** Wrong passwords of one account. Counted before the password is looked at, given back when it was right. */
export const PASSWORD_PER_ACCOUNT: Limit = { limit: 10, seconds: 15 * MINUTE };
/** From this try on a proof of work has to come along. */
export const PASSWORD_PICTURE_FROM = 3;
/** Wrong passwords in one's own settings: who found an open browser does not guess for long. */
export const OWN_PASSWORD: Limit = { limit: 5, seconds: 15 * MINUTE };
/** Wrong passwords and codes from one address. Only failures count: a whole enterprise may share one. */
export const FAILURES_PER_ADDRESS: Limit = { limit: 300, seconds: 15 * MINUTE };
/** From so many failures on every password from there needs a proof of work. */
export const FAILURES_PICTURE_FROM = 100;

/** Codes for one phone: seconds between two, and how many. */
export const CODE_PER_MINUTE: Limit = { limit: 1, seconds: MINUTE };
export const CODES_PER_HOUR: Limit = { limit: 5, seconds: HOUR };
export const CODES_PER_DAY: Limit = { limit: 10, seconds: DAY };
/** After so many codes for a phone, or to an address, within an hour a proof of work has to come along. */
export const CODES_PICTURE_AFTER = 3;
export const ADDRESS_PICTURE_AFTER = 60;
export const CODES_PER_ADDRESS_HOUR: Limit = { limit: 300, seconds: HOUR };
export const CODES_PER_ADDRESS_DAY: Limit = { limit: 1_000, seconds: DAY };
export const ALL_CODES_SECONDS = DAY;

export const PICTURES_PER_ADDRESS: Limit = { limit: 300, seconds: 10 * MINUTE };

/**
 * Key that counts for an address. Of IPv6 the first 64 bits count: one subscriber has all that follow.
 * @returns null when the address is not known (a local socket): then nothing can be counted by it
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
