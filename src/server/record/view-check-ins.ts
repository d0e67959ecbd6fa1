import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { checkInState } from '#src/contract/rules/check-in.ts';
import type { Policies } from '#src/contract/rules/policy.ts';
import { dayOf } from '#src/lib/dates.ts';
import type { Context } from '#src/server/core/context.ts';
import { rulesSql } from '#src/server/policy/rules-sql.ts';

type Row = {
  rules: Policies['points'];
  totalDays: number;
  longestStreak: number;
  firstMonth: string | null;
  last: { day: string; streak: number } | null;
  list: { day: string; points: number }[];
};

/** Returns the viewer's check-ins of one month, and their streak as of today. */
export async function viewCheckIns(
  { db, tenant, viewer, now }: Context,
  input: OperationInput<'GET /data/auth/user/sign/month/view'>,
) {
  const today = dayOf(now(), tenant.timeZone);
  const month = input.month ?? today.slice(0, 7);
  const first = `${month}-01`;
  const { rows } = await db.execute<Row>(sql`
    with mine as (
      select day, streak, points from check_in where enterprise_id = ${tenant.id} and user_id = ${viewer.userId}
    )
    select ${rulesSql('points', tenant.id)} as rules, count(*)::int as "totalDays", coalesce(max(streak), 0) as "longestStreak",
           to_char(min(day), 'YYYY-MM') as "firstMonth",
           (select json_build_object('day', day, 'streak', streak) from mine where day <= ${today} order by day desc limit 1) as last,
           (select coalesce(json_agg(json_build_object('day', day, 'points', points) order by day), '[]') from mine
            where day >= ${first}::date and day < ${first}::date + interval '1 month') as list
    from mine`);
  const { last, rules: policy, ...row } = rows[0]!;
  const { checkInPoints, bonusEvery, bonusPoints, enabled } = policy;
  const rules = enabled ? { points: checkInPoints, bonusEvery, bonusPoints } : null;
  return { ...checkInState(today, last, policy), today, month, rules, ...row };
}
