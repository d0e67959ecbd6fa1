import { randomInt } from 'node:crypto';

/**
 * A source of phone numbers that differ.
 * They are counted from a random start: among 10,000 random numbers two are equal in one of twenty runs.
 * @param prefix the first two digits
 */
export function phonesOf(prefix: string): () => string {
  let next = randomInt(1e9);
  return () => `${prefix}${String(next++ % 1e9).padStart(9, '0')}`;
}
