import { and, eq, inArray } from 'drizzle-orm';
import { pgClientOf, type TenantDb } from '#src/server/core/db/tenant.ts';
import { examAttempt } from '../tables/attempt.ts';

/** An attempt whose deadline was moved. */
export type Moved = { id: string; deadlineAt: Date };

/**
 * $1 enterprise, $2 attempts, $3 now, $4 seconds; null: for as long as they have been paused. Ends of sections that were
 * still to come move with the deadline. A deadline that has passed is counted from now.
 */
const MOVE = `
with moved as (
  select a.id, coalesce(a.paused_at, least($3::timestamptz, a.deadline_at - interval '1 second')) as since,
         case when $4::int is null then $3::timestamptz - a.paused_at
              when a.paused_at is null then greatest(a.deadline_at, $3::timestamptz) - a.deadline_at + make_interval(secs => $4::int)
              else make_interval(secs => $4::int) end as by
  from exam_attempt a where a.enterprise_id = $1 and a.id = any($2::uuid[])
)
update exam_attempt a set
  deadline_at = a.deadline_at + m.by,
  added_seconds = a.added_seconds + greatest(0, ceil(extract(epoch from m.by)))::int,
  break_until = case when $4::int is null and a.break_until > m.since then a.break_until + m.by else a.break_until end,
  paused_at = case when $4::int is null then null else a.paused_at end,
  resumed_at = case when $4::int is null then $3::timestamptz else a.resumed_at end,
  section_ends = case when a.section_ends is null then null else (
    select jsonb_agg(case when (e #>> '{}')::timestamptz > m.since
      then to_jsonb(to_char(((e #>> '{}')::timestamptz + m.by) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      else e end order by n)
    from jsonb_array_elements(a.section_ends) with ordinality s (e, n)) end
from moved m
where a.enterprise_id = $1 and a.id = m.id
returning a.id, a.deadline_at as "deadlineAt"`;

/** Gives open attempts more time. The caller has locked them. @param seconds added to each deadline */
export function extendAttempts(
  db: TenantDb,
  enterpriseId: string,
  { attemptIds, at, seconds }: { attemptIds: string[]; at: Date; seconds: number },
): Promise<Moved[]> {
  return move(db, [enterpriseId, attemptIds, at.toISOString(), seconds]);
}

/** Stops the clocks of open attempts. The caller has locked them. */
export async function pauseClocks(
  db: TenantDb,
  enterpriseId: string,
  { attemptIds, at }: { attemptIds: string[]; at: Date },
): Promise<void> {
  await db
    .update(examAttempt)
    .set({ pausedAt: at })
    .where(and(eq(examAttempt.enterpriseId, enterpriseId), inArray(examAttempt.id, attemptIds)));
}

/** Starts the clocks of paused attempts again, with the time that was left. The caller has locked them. */
export function resumeAttempts(
  db: TenantDb,
  enterpriseId: string,
  { attemptIds, at }: { attemptIds: string[]; at: Date },
): Promise<Moved[]> {
  return move(db, [enterpriseId, attemptIds, at.toISOString(), null]);
}

async function move(db: TenantDb, values: unknown[]): Promise<Moved[]> {
  const { rows } = await pgClientOf(db).query<Moved>(MOVE, values);
  return rows;
}
