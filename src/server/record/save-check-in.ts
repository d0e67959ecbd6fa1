import { sql } from 'drizzle-orm';
import { getT } from '#src/i18n/server.ts';
import { dayOf } from '#src/lib/dates.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { rulesSql } from '#src/server/policy/rules-sql.ts';
import { postEntry } from './post-entry.ts';
import { thisYear } from '#src/server/core/this-year.ts';

type CheckedIn = { streak: number; points: string };
type Answer = CheckedIn & { annualPoints: string; totalPoints: string };

/**
 * Saves the daily check-in: one per calendar day in the tenant's time zone, with its points in the ledger in the same
 * transaction. A repeated or simultaneous check-in returns the stored one.
 * @throws AppError 409 if the enterprise does not offer it
 */
export async function saveCheckIn(ctx: Context): Promise<Answer & { day: string }> {
  const { db, tenant, viewer, now } = ctx;
  const at = now();
  const day = dayOf(at, tenant.timeZone);
  const mine = sql`enterprise_id = ${tenant.id} and user_id = ${viewer.userId}`;
  const { rows } = await db.execute<CheckedIn>(sql`
    insert into check_in (enterprise_id, user_id, day, streak, points, gmt_create)
    select ${tenant.id}, ${viewer.userId}, ${day}, streak,
           case when (r ->> 'enabled')::boolean
             then (r ->> 'checkInPoints')::int + case when streak % (r ->> 'bonusEvery')::int = 0 then (r ->> 'bonusPoints')::int else 0 end
             else 0 end,
           ${at.toISOString()}
    from (
      select 1 + coalesce((select streak from check_in where ${mine} and day = ${day}::date - 1), 0) as streak
    ) before, (select ${rulesSql('points', tenant.id)} as r) policy_rules
    where (r ->> 'checkIn')::boolean
    on conflict do nothing
    returning streak, points`);
  if (rows[0]) {
    await postEntry(db, {
      enterpriseId: tenant.id,
      userId: viewer.userId,
      kind: 'points',
      amount: rows[0].points,
      source: `check-in:${day}`,
      title: getT(tenant.lang === 'en' ? 'en' : 'zh')('record:checkIn.entry'),
      at,
      timeZone: tenant.timeZone,
    });
  }
  const found = await db.execute<Answer>(sql`
    select c.streak, c.points::text,
           (select coalesce(sum(total), 0)::text from ledger_total
            where ${mine} and kind = 'points' and year = ${thisYear(ctx)}) as "annualPoints",
           (select coalesce(sum(total), 0)::text from ledger_total where ${mine} and kind = 'points') as "totalPoints"
    from check_in c where c.enterprise_id = ${tenant.id} and c.user_id = ${viewer.userId} and c.day = ${day}`);
  if (!found.rows[0]) throw new AppError(409, 'checkInOff');
  return { day, ...found.rows[0] };
}
