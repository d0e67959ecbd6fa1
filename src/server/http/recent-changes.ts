import type { Change } from '#src/server/core/db/changes.ts';

/** Number of stored changes; far more than arrive while one page is rendered. */
const MAX_CHANGES = 1_000;
const recent: Change[] = [];
let count = 0;

/** Returns the number of changes received so far, as a timestamp for `mayBeStale`; call it before reading. */
export const changeClock = () => count;

/** Stores a received change, of this process or another. */
export function noteChange(change: Change): void {
  count += 1;
  recent.push(change);
  if (recent.length > MAX_CHANGES) recent.shift();
}

/**
 * Whether data read since `since` may be older than a change of one of its tags, so that it must not be cached.
 * @param since from `changeClock`
 */
export function mayBeStale(since: number, enterpriseId: string, tags: readonly string[]): boolean {
  const missed = count - since;
  if (missed > recent.length) return true;
  return recent
    .slice(recent.length - missed)
    .some((change) => change.enterpriseId === enterpriseId && change.tags.some((tag) => tags.includes(tag)));
}
