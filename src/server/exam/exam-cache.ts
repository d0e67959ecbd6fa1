import { LRUCache } from 'lru-cache';
import type { Change } from '#src/server/core/db/changes.ts';

type Cache = { clear(of?: string): void };
const caches: Cache[] = [];
let trusted = false;
/** Number of changes so far: what was read before one is not kept. */
let changes = 0;

/**
 * A cache of what is the same for all candidates of an exam, in this process. Triggers on the tables of exams and questions
 * announce changes to all processes at COMMIT. Without a listening connection nothing is kept.
 * @param options `max`: sum of the sizes of all entries; `size`: that of one entry, 1 by default
 * @returns `get`, which reads what is missing with `read`; keys begin with the id of the enterprise
 */
export function examCache<V extends object>({ max, size = () => 1 }: { max: number; size?: (value: V) => number }) {
  const cache = new LRUCache<string, V>({ maxSize: max, sizeCalculation: size });
  caches.push({
    clear(of = '') {
      for (const key of [...cache.keys()]) if (key.startsWith(of)) cache.delete(key);
    },
  });
  return async (key: string, read: () => Promise<V>): Promise<V> => {
    const found = cache.get(key);
    if (found) return found;
    const since = changes;
    const value = await read();
    if (trusted && since === changes) cache.set(key, value);
    return value;
  };
}

/** Removes what a change may have made out of date. Without an enterprise (changes by hand): everything. */
export function forgetExams({ enterpriseId, tags }: Change): void {
  // The language of the tenant is part of its questions.
  if (!tags.includes('papers') && !tags.includes('tenant')) return;
  changes += 1;
  for (const cache of caches) cache.clear(enterpriseId);
}

/** Enables the caches while changes are received (true), and clears them while they could be missed (false). */
export function trustExams(on: boolean): void {
  trusted = on;
  changes += 1;
  if (!on) for (const cache of caches) cache.clear();
}
