import type pg from 'pg';
import { eq, sql } from 'drizzle-orm';
import { rateLimit } from './tables.ts';
import { withPortal } from './db/tenant.ts';
import { AppError } from './app-error.ts';

/** A rate limit: at most `limit` tries within a window of `seconds` that begins with the first one. */
export type Limit = { limit: number; seconds: number };
type Tries = { count: number; retryAfter: number };
/** The column stores rounded milliseconds: without the correction a window of 60 s could have 61 s left. */
const SECONDS_LEFT = `ceil(extract(epoch from expires_at - now()) - 0.001)::int`;

/**
 * Counts one try in its own transaction: an error of the request does not undo it, and of simultaneous tries, in any number
 * of processes, no more than the limit succeed. A window that began while the clock was ahead is shortened to `seconds`.
 * @returns how many tries are left, and seconds until the window ends
 * @throws AppError 429 when the limit is exceeded
 */
export async function takeTry(key: string, { limit, seconds }: Limit): Promise<{ left: number; retryAfter: number }> {
  const { count, retryAfter } = await withPortal(async (_db, client) => {
    const { rows } = await client.query<Tries>({
      name: 'take-try',
      text: `insert into portal.rate_limit as r (key, count, expires_at) values ($1, 1, now() + make_interval(secs => $2))
             on conflict (key) do update set
               count = case when r.expires_at <= now() then 1 else r.count + 1 end,
               expires_at = case when r.expires_at <= now() then excluded.expires_at
                                 else least(r.expires_at, excluded.expires_at) end
             returning count, ${SECONDS_LEFT} as "retryAfter"`,
      values: [key, seconds],
    });
    return rows[0]!;
  });
  if (count > limit) throw tooManyTries(retryAfter);
  return { left: limit - count, retryAfter };
}

/**
 * Counts several tries of a window, as many as its limit allows, in a transaction of its own.
 * @returns how many may be made now, from 0 to `wanted`
 */
export async function takeMany(key: string, wanted: number, { limit, seconds }: Limit): Promise<number> {
  const { rows } = await withPortal((_db, client) =>
    client.query<{ count: number }>({
      name: 'take-many',
      text: `insert into portal.rate_limit as r (key, count, expires_at) values ($1, $3, now() + make_interval(secs => $2))
             on conflict (key) do update set
               count = case when r.expires_at <= now() then excluded.count else r.count + excluded.count end,
               expires_at = case when r.expires_at <= now() then excluded.expires_at
                                 else least(r.expires_at, excluded.expires_at) end
             returning count`,
      values: [key, seconds, wanted],
    }),
  );
  return Math.max(0, Math.min(wanted, limit - (rows[0]!.count - wanted)));
}

/** Uncounts a try that was successful. */
export async function giveBack(key: string): Promise<void> {
  await withPortal((db) =>
    db
      .update(rateLimit)
      .set({ count: sql`greatest(${rateLimit.count} - 1, 0)` })
      .where(eq(rateLimit.key, key)),
  );
}

/** Returns the number of tries in the current window. */
export async function countOf(key: string): Promise<number> {
  return (await readTries(key)).count;
}

/**
 * Checks the number of tries in the current window without counting one; for limits that count failures only.
 * @returns the number of tries
 * @throws AppError 429 when there were `limit` or more
 */
export async function refuseFrom(key: string, { limit, seconds }: Limit): Promise<number> {
  const { count, retryAfter } = await readTries(key);
  // The window began while the clock was ahead; the next failure shortens it (takeTry).
  if (retryAfter > seconds) return 0;
  if (count >= limit) throw tooManyTries(retryAfter);
  return count;
}

async function readTries(key: string): Promise<Tries> {
  const { rows } = await withPortal((_db, client) =>
    client.query<Tries>({
      name: 'count-tries',
      text: `select count, ${SECONDS_LEFT} as "retryAfter"
             from portal.rate_limit where key = $1 and expires_at > now()`,
      values: [key],
    }),
  );
  return rows[0] ?? { count: 0, retryAfter: 0 };
}

/** Resets the count, e.g. after a password was reset. */
export async function forgetTries(key: string): Promise<void> {
  await withPortal((db) => db.delete(rateLimit).where(eq(rateLimit.key, key)));
}

/**
 * Returns the 429 whose text names the waiting time in minutes, or above two hours in hours.
 * @param seconds until the next try is accepted
 */
export function tooManyTries(seconds: number): AppError {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  if (minutes > 120) {
    const hours = Math.ceil(minutes / 60);
    return new AppError(429, 'tooManyTriesToday', { params: { hours }, retryAfter: seconds });
  }
  return new AppError(429, 'tooManyTries', { params: { minutes }, retryAfter: seconds });
}

/** Deletes counted tries whose key contains a phone number or an address. */
export async function deleteTriesOf(client: pg.ClientBase, recipient: string): Promise<void> {
  await client.query('delete from portal.rate_limit where strpos(key, $1) > 0', [recipient]);
}

/** Deletes counted tries whose time is over. */
export async function deleteExpiredTries(client: pg.ClientBase, now: Date): Promise<void> {
  await client.query('delete from portal.rate_limit where expires_at < $1', [now.toISOString()]);
}
