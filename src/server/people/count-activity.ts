import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { dayOf, zonedTime } from '#src/lib/dates.ts';

/** Weeks that the overview shows. Sessions are kept for 30 days, so a new enterprise knows fewer sign-ins. */
export const ACTIVITY_WEEKS = 8;
/** A week is counted again after this time, until it is over. */
const EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;

type Tenant = { id: string; timeZone: string };

/** The Monday of the week of a moment, and those before it, the latest first. */
export function weeksUntil(now: Date, timeZone: string): string[] {
  const today = new Date(`${dayOf(now, timeZone)}T00:00:00Z`);
  const monday = today.getTime() - ((today.getUTCDay() + 6) % 7) * DAY_MS;
  return Array.from({ length: ACTIVITY_WEEKS }, (_, n) => new Date(monday - n * 7 * DAY_MS).toISOString().slice(0, 10));
}

/** Counts the weeks of an enterprise that were not counted yet or have gone on since, and forgets older ones. */
export async function countActivity(db: TenantDb, { id, timeZone }: Tenant, now: Date): Promise<void> {
  const weeks = weeksUntil(now, timeZone);
  const { rows } = await db.execute<{ week: string; at: string }>(sql`
    select week::text, max(counted_at) as at from activity_week where enterprise_id = ${id} group by week`);
  const counted = new Map(rows.map(({ week, at }) => [week, new Date(at).getTime()]));
  for (const week of weeks) {
    const from = zonedTime(`${week}T00:00`, timeZone);
    const until = new Date(from.getTime() + 7 * DAY_MS);
    const at = counted.get(week);
    const isDone = at !== undefined && (at >= until.getTime() || now.getTime() - at < EVERY_MS);
    if (!isDone) await countWeek(db, id, { week, from, until }, now);
  }
  await db.execute(sql`delete from activity_week where enterprise_id = ${id} and week < ${weeks.at(-1)!}`);
}

/** Who studied is told by the latest change of their progress, so a week is counted while it goes on; hours of past weeks are exact. */
async function countWeek(
  db: TenantDb,
  enterpriseId: string,
  { week, from, until }: { week: string; from: Date; until: Date },
  now: Date,
): Promise<void> {
  const [start, end] = [from.toISOString(), until.toISOString()];
  await db.execute(sql`delete from activity_week where enterprise_id = ${enterpriseId} and week = ${week}`);
  await db.execute(sql`
    with signed as (
      select distinct user_id from portal.user_session
      where enterprise_id = ${enterpriseId} and expires_at > ${start} and gmt_create >= ${start} and gmt_create < ${end}
    ), earned as (
      select user_id, sum(amount) as hours from ledger_entry
      where enterprise_id = ${enterpriseId} and kind = 'hours' and gmt_create >= ${start} and gmt_create < ${end}
      group by user_id
    ), studied as (
      select user_id from earned
      union
      select user_id from course_progress
      where enterprise_id = ${enterpriseId} and gmt_modified >= ${start} and gmt_modified < ${end}
    )
    insert into activity_week (enterprise_id, week, department_id, signed_in, studied, hours, counted_at)
    select ${enterpriseId}, ${week}::date, u.department_id, count(s.user_id), count(t.user_id), coalesce(sum(e.hours), 0), ${now.toISOString()}
    from enterprise_user u
    left join signed s on s.user_id = u.user_id
    left join studied t on t.user_id = u.user_id
    left join earned e on e.user_id = u.user_id
    where u.enterprise_id = ${enterpriseId}
    group by u.department_id`);
}
