import { sql } from 'drizzle-orm';
import { getT } from '#src/i18n/server.ts';
import { CHECK_IN } from '#src/contract/rules/check-in.ts';
import { dayOf } from '#src/lib/dates.ts';
import type { Context } from '#src/server/core/context.ts';
import { postEntry } from './post-entry.ts';
import { thisYear } from '#src/server/core/this-year.ts';

type CheckedIn = { streak: number; points: string };
type Answer = CheckedIn & { annualPoints: string; totalPoints: string };

/**
 * Saves the daily check-in: one per calendar day in the tenant's time zone, with its points in the ledger in the same
 * transaction. A repeated or simultaneous check-in returns the stored one.
 */
export async function saveCheckIn(ctx: Context): Promise<Answer & { day: string }> {
  const { db, tenant, viewer, now } = ctx;
  const at = now();
  const day = dayOf(at, tenant.timeZone);
  const mine = sql`enterprise_id = ${tenant.id} and user_id = ${viewer.userId}`;
  const { rows } = await db.execute<CheckedIn>(sql`
    insert into check_in (enterprise_id, user_id, day, streak, points, gmt_create)
    select ${tenant.id}, ${viewer.userId}, ${day}, streak,
           ${CHECK_IN.points}::int + case when streak % ${CHECK_IN.bonusEvery} = 0 then ${CHECK_IN.bonusPoints}::int else 0 end,
           ${at.toISOString()}
    from (
      select 1 + coalesce((select streak from check_in where ${mine} and day = ${day}::date - 1), 0) as streak
    ) before
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
  return { day, ...found.rows[0]! };
}
