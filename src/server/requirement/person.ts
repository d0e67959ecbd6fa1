import { sql } from 'drizzle-orm';
import type { Data, OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import type { Context } from '#src/server/core/context.ts';
import { findPerson } from './explain.ts';
import { listRenewals } from './renew-course.ts';
import { computedStates, dateAt, dateOrNull, dueDate, instant, momentOf, stateAt, subjectsOf } from './state-sql.ts';

type Own = Data<'POST /course/auth/requirement/person'>['list'][number];

/** Lists the requirements of a member, the most urgent first. @throws AppError 404 for somebody whom the viewer may not see */
export async function listOfPerson(
  ctx: Context,
  { userId, on }: OperationInput<'POST /course/auth/requirement/person'>,
) {
  const at = momentOf(ctx, on);
  await findPerson(ctx, userId, at);
  return { list: await listStates(ctx, userId, at) };
}

/** Lists the requirements of the viewer, with the courses that renew them. */
export async function listOwn(ctx: Context) {
  const list = await listStates(ctx, ctx.viewer.userId, ctx.now());
  const renewals = list.length > 0 ? await listRenewals(ctx) : new Map<string, never[]>();
  return { list: list.map((own) => ({ ...own, renewals: renewals.get(own.requirementId) ?? [] })) };
}

/** Lists the states of a member in their requirements. Computed, not stored: what somebody has just done counts at once. */
export async function listStates(ctx: Pick<Context, 'db' | 'tenant' | 'now'>, userId: string, at: Date) {
  const { db, tenant, now } = ctx;
  const known = at < now() ? at : now();
  type Dates = 'date' | 'dueAt' | 'validUntil' | 'renewFrom';
  type Stored = Omit<Own, Dates> & Record<Dates, string | null>;
  const { rows } = await db.execute<Stored>(sql`
    select k.requirement_id as "requirementId", ${stateAt(at)} as state, ${dateAt(at)} as date, r.title, r.summary,
           ${dueDate} as "dueAt", nullif(k.valid_until, 'infinity') as "validUntil",
           coalesce(k.valid_until = 'infinity', false) as "isForEver", nullif(k.renew_from, 'infinity') as "renewFrom",
           ${subjectsOf(tenant.id, sql`k.requirement_id`, sql`t.number`)} as subjects
    from ${computedStates(ctx, at, null, [userId])}
    join portal.requirement_terms(${tenant.id}, ${instant(known)}, null) t on t.requirement_id = k.requirement_id
    join requirement r on r.enterprise_id = ${tenant.id} and r.id = k.requirement_id
    order by array_position(array['overdue', 'due', 'inProgress', 'dueSoon', 'fulfilled', 'exempt'], ${stateAt(at)}),
             k.due_at, r.title, r.id
    limit ${MAX_ITEMS.requirements}`);
  return rows.map((row) => ({
    ...row,
    ...{ date: dateOrNull(row.date), dueAt: dateOrNull(row.dueAt) },
    ...{ validUntil: dateOrNull(row.validUntil), renewFrom: dateOrNull(row.renewFrom) },
  }));
}
