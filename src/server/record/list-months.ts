import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { thisYear } from '#src/server/core/this-year.ts';

type Month = { month: number; required: string; culture: string; lecturer: string; other: string; total: string };
type Answer = { years: number[] | null; total: string; list: Month[] };

/**
 * Returns class hours by month in the tenant's time zone. A reversal counts in the month and year of the entry that it
 * reverses.
 */
export async function listMonths(
  ctx: Context,
  { year = thisYear(ctx) }: OperationInput<'GET /data/auth/course/hour/user/month/list'>,
) {
  const { db, tenant, viewer } = ctx;
  const { rows } = await db.execute<Answer>(sql`
    with line as (
      select e.amount, e.hour_kind,
             extract(month from coalesce(o.gmt_create, e.gmt_create) at time zone ${tenant.timeZone})::int as month
      from ledger_entry e
      left join ledger_entry o on o.enterprise_id = e.enterprise_id and o.id = e.reversal_of
      where e.enterprise_id = ${tenant.id} and e.user_id = ${viewer.userId} and e.kind = 'hours' and e.year = ${year}
    ), by_month as (
      select m.month,
             coalesce(sum(amount) filter (where hour_kind = 'required'), 0)::text as required,
             coalesce(sum(amount) filter (where hour_kind = 'culture'), 0)::text as culture,
             coalesce(sum(amount) filter (where hour_kind = 'lecturer'), 0)::text as lecturer,
             coalesce(sum(amount) filter (where hour_kind not in ('required', 'culture', 'lecturer')), 0)::text as other,
             coalesce(sum(amount), 0)::text as total
      from generate_series(1, 12) as m (month) left join line on line.month = m.month
      group by m.month
    )
    select (select array_agg(distinct year order by year desc) from ledger_total
            where enterprise_id = ${tenant.id} and user_id = ${viewer.userId} and kind = 'hours') as years,
           (select coalesce(sum(amount), 0)::text from line) as total,
           (select json_agg(by_month order by month) from by_month) as list`);
  const { years, total, list } = rows[0]!;
  return { year, years: [...new Set([thisYear(ctx), ...(years ?? [])])].sort((a, b) => b - a), total, list };
}
