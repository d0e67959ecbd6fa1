import { eq, sql } from 'drizzle-orm';
import { rateLimit } from './db/schema/sign-in.ts';
import { withPortal } from './db/tenant.ts';
import { AppError } from './app-error.ts';

/** Tries of one kind: at most `limit` within a window of `seconds` that begins with the first of them. */
export type Limit = { limit: number; seconds: number };
type Tries = { count: number; retryAfter: number };
/** The column keeps milliseconds, rounded: a window of 60 s must not have 61 left. */
const SECONDS_LEFT = `ceil(extract(epoch from expires_at - now()) - 0.001)::int`;

/**
 * Counts one more try, in a transaction of its own: a refusal that follows does not undo it, and of many at the same
 * moment, in any number of processes, no more than the limit get through.
 * @returns how many are left, and seconds until the window ends
 * @throws AppError 429 when there were too many
 */
export async function takeTry(key: string, { limit, seconds }: Limit): Promise<{ left: number; retryAfter: number }> {
  const { count, retryAfter } = await withPortal(async (_db, client) => {
    const { rows } = await client.query<Tries>({
      name: 'take-try',
      text: `insert into portal.rate_limit as r (key, count, expires_at) values ($1, 1, now() + make_interval(secs => $2))
             on conflict (key) do update set
               count = case when r.expires_at <= now() then 1 else r.count + 1 end,
               expires_at = case when r.expires_at <= now() then excluded.expires_at else r.expires_at end
             returning count, ${SECONDS_LEFT} as "retryAfter"`,
      values: [key, seconds],
    });
    return rows[0]!;
  });
  if (count > limit) throw tooManyTries(retryAfter);
  return { left: limit - count, retryAfter };
}

/** Takes a try back that turned out to be a right one. */
export async function giveBack(key: string): Promise<void> {
  await withPortal((db) =>
    db
      .update(rateLimit)
      .set({ count: sql`greatest(${rateLimit.count} - 1, 0)` })
      .where(eq(rateLimit.key, key)),
  );
}

/** Tries so far in the present window. */
export async function countOf(key: string): Promise<number> {
  return refuseFrom(key, Infinity);
}

/**
 * Tries so far in the present window, of what counts only when it fails.
 * @throws AppError 429 when there were `limit` or more
 */
export async function refuseFrom(key: string, limit: number): Promise<number> {
  const { rows } = await withPortal((_db, client) =>
    client.query<Tries>({
      name: 'count-tries',
      text: `select count, ${SECONDS_LEFT} as "retryAfter"
             from portal.rate_limit where key = $1 and expires_at > now()`,
      values: [key],
    }),
  );
  const { count, retryAfter } = rows[0] ?? { count: 0, retryAfter: 0 };
  if (count >= limit) throw tooManyTries(retryAfter);
  return count;
}

/** Begins anew, e.g. after a password was reset. */
export async function forgetTries(key: string): Promise<void> {
  await withPortal((db) => db.delete(rateLimit).where(eq(rateLimit.key, key)));
}

/** @param seconds until it is worth another try */
export function tooManyTries(seconds: number): AppError {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  if (minutes > 120) {
    const hours = Math.ceil(minutes / 60);
    return new AppError(429, 'tooManyTriesToday', { params: { hours }, retryAfter: seconds });
  }
  return new AppError(429, 'tooManyTries', { params: { minutes }, retryAfter: seconds });
}
