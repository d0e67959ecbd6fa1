import type { Change } from '#src/server/core/db/changes.ts';

/** Changes that are remembered; far more than arrive while one page is being made. */
const MAX_CHANGES = 1_000;
const recent: Change[] = [];
let count = 0;

/** How many changes have arrived so far: the moment at which something begins to be read. */
export const changeClock = () => count;

/** Remembers a change that has arrived, of this process or another. */
export function noteChange(change: Change): void {
  count += 1;
  recent.push(change);
  if (recent.length > MAX_CHANGES) recent.shift();
}

/** Whether what was read since that moment may show what was before such a change: then it must not be kept. */
export function mayBeStale(since: number, enterpriseId: string, tags: readonly string[]): boolean {
  const missed = count - since;
  if (missed > recent.length) return true;
  return recent
    .slice(recent.length - missed)
    .some((change) => change.enterpriseId === enterpriseId && change.tags.some((tag) => tags.includes(tag)));
}
