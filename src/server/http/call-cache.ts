import type { CallContract } from '#src/contract/define.ts';
import type { Change } from '#src/server/core/db/changes.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { changeClock, mayBeStale } from './recent-changes.ts';

type Entry = { data: unknown; tags: readonly string[]; /** Monotonic clock. */ expires: number };

/** Maximum age of a cached response: changes that are not announced are visible after this time. */
const TTL_MS = 60_000;
/** Maximum number of cached responses per tenant. */
const MAX_ENTRIES = 2_000;
const cache = new Map<string, Map<string, Entry>>();
let trusted = false;

/**
 * Returns the cached data of a public call, or runs it and caches the result. The contract declares with `cache` that the
 * data is the same for all visitors of a tenant; the key consists of tenant, language, call and input.
 */
export async function cached(
  name: string,
  { cache: tags }: CallContract,
  { tenant, locale }: RequestContext,
  input: unknown,
  run: () => Promise<unknown>,
): Promise<unknown> {
  // If the site is not public, some public calls return less to visitors than to members.
  if (!tags || !trusted || !tenant.publicFace) return run();
  let ofTenant = cache.get(tenant.id);
  if (!ofTenant) cache.set(tenant.id, (ofTenant = new Map<string, Entry>()));
  const key = `${locale} ${name} ${JSON.stringify(input)}`;
  const found = ofTenant.get(key);
  if (found && found.expires > performance.now()) return found.data;
  const since = changeClock();
  const data = await run();
  if (!trusted || mayBeStale(since, tenant.id, tags)) return data;
  ofTenant.delete(key);
  ofTenant.set(key, { data, tags, expires: performance.now() + TTL_MS });
  if (ofTenant.size > MAX_ENTRIES) ofTenant.delete(ofTenant.keys().next().value!);
  return data;
}

/** Removes the cached responses that a change invalidates. */
export function invalidateCalls({ enterpriseId, tags }: Change): void {
  const ofTenant = cache.get(enterpriseId);
  for (const [key, entry] of ofTenant ?? []) {
    if (tags.some((tag) => entry.tags.includes(tag))) ofTenant!.delete(key);
  }
}

/**
 * Enables the cache while changes of other processes are received (true), and disables it while they could be missed
 * (false).
 */
export function trustCallCache(on: boolean): void {
  trusted = on;
  if (!on) cache.clear();
}
