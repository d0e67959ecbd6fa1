import type { CallContract } from '#src/contract/define.ts';
import type { Change } from '#src/server/core/db/changes.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { changeClock, mayBeStale } from './recent-changes.ts';

type Kept = { data: unknown; tags: readonly string[]; expires: number };

/** Milliseconds an answer is kept at the most: a change that no one announced shows after this. */
const TTL_MS = 60_000;
const MAX_ANSWERS = 2_000;
const kept = new Map<string, Map<string, Kept>>();
let trusted = false;

/**
 * Answers a public call from memory, or makes it and keeps the answer. Calls say with `cache` that they are the same
 * for every visitor of the tenant; the key holds tenant, language, call and input.
 */
export async function cached(
  name: string,
  { cache }: CallContract,
  { tenant, locale }: RequestContext,
  input: unknown,
  make: () => Promise<unknown>,
): Promise<unknown> {
  // Of a closed tenant not even a public answer is the same for everybody: some show less to who is no member.
  if (!cache || !trusted || !tenant.publicFace) return make();
  let ofTenant = kept.get(tenant.id);
  if (!ofTenant) kept.set(tenant.id, (ofTenant = new Map<string, Kept>()));
  const key = `${locale} ${name} ${JSON.stringify(input)}`;
  const found = ofTenant.get(key);
  if (found && found.expires > Date.now()) return found.data;
  const since = changeClock();
  const data = await make();
  if (!trusted || mayBeStale(since, tenant.id, cache)) return data;
  ofTenant.delete(key);
  ofTenant.set(key, { data, tags: cache, expires: Date.now() + TTL_MS });
  if (ofTenant.size > MAX_ANSWERS) ofTenant.delete(ofTenant.keys().next().value!);
  return data;
}

/** Forgets what a change made untrue. */
export function forgetAnswers({ enterpriseId, tags }: Change): void {
  const ofTenant = kept.get(enterpriseId);
  for (const [key, entry] of ofTenant ?? []) {
    if (tags.some((tag) => entry.tags.includes(tag))) ofTenant!.delete(key);
  }
}

/** Changes of other processes arrive (true), or could be missed (false): then every answer is made anew. */
export function trustCallCache(on: boolean): void {
  trusted = on;
  if (!on) kept.clear();
}
