import { sql, type SQL } from 'drizzle-orm';
import type { Data, OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import type { Context } from '#src/server/core/context.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import { type Asking, checkFilter, type MatrixFilter, peopleFrom, PERSON, personMatches } from './matrix.ts';
import { dueDate, endOf, instant, stateAt, statesFrom } from './state-sql.ts';

type Lapse = Data<'POST /course/auth/requirement/lapse/page'>['list'][number];

/** SQL of the people `p` whose requirements `k` are not fulfilled any more at some time of a period, if nothing happens. */
export function lapsing(ctx: Asking, filter: MatrixFilter, from: Date, until: Date, joined: SQL = sql``) {
  const { requirementId } = filter;
  return sql`
    from ${statesFrom(ctx, ctx.now(), requirementId ? [requirementId] : null)}
    join ${peopleFrom(ctx, ctx.now())} on p.user_id = k.user_id
    ${joined}
    where k.due_at > ${instant(from)} and k.due_at <= ${instant(new Date(until.getTime() + 1))} and k.due_at <> 'infinity'
      and coalesce(k.exempt_until, '-infinity') < k.due_at and ${personMatches(ctx, filter)}`;
}

/** From which moment to which a list of lapses reaches: without a first day from now on. */
export const lapsingPeriod = ({ tenant, now }: Asking, { from, until }: { from?: string; until: string }) => ({
  from: from ? endOf(from, tenant.timeZone, -1) : now(),
  until: endOf(until, tenant.timeZone),
});

/** Lists whose requirements lapse or are due until a day. @throws AppError 404 when something that the filter names does not exist */
export async function pageLapses(ctx: Context, input: OperationInput<'POST /course/auth/requirement/lapse/page'>) {
  const { db, tenant, now } = ctx;
  await checkFilter(ctx, input);
  const { from, until } = lapsingPeriod(ctx, input);
  const rows = lapsing(ctx, input, from, until);
  return readPage(input, async ({ limit, offset }) => {
    const { rows: list } = await db.execute<Omit<Lapse, 'lapsesAt'> & { lapsesAt: string; totalCount: number }>(sql`
      select x.*, r.title from (
        select ${PERSON}, k.requirement_id as "requirementId", ${stateAt(now())} as state, ${dueDate} as "lapsesAt",
               count(*) over ()::int as "totalCount"
        ${rows} order by k.due_at, p.user_name, p.user_id, k.requirement_id limit ${limit} offset ${offset}
      ) x
      join requirement r on r.enterprise_id = ${tenant.id} and r.id = x."requirementId"
      order by x."lapsesAt", x."userName", x."userId", x."requirementId"`);
    return list.map((each) => ({ ...each, lapsesAt: new Date(each.lapsesAt).toISOString() }));
  });
}

/** Counts the same by day. @throws AppError as `pageLapses` */
export async function countLapses(ctx: Context, input: OperationInput<'POST /course/auth/requirement/lapse/day'>) {
  const { db, tenant } = ctx;
  await checkFilter(ctx, input);
  const rows = lapsing(ctx, input, endOf(input.from, tenant.timeZone, -1), endOf(input.until, tenant.timeZone));
  const { rows: days } = await db.execute<{ day: string; count: number }>(sql`
    select (${dueDate} at time zone ${tenant.timeZone})::date::text as day, count(*)::int as count
    ${rows} group by 1 order by 1 limit ${MAX_ITEMS.lapseDays}`);
  return { days };
}
