import { sql, type SQL } from 'drizzle-orm';
import type { Data, OperationInput } from '#src/contract/calls.ts';
import { type Holder, scopeOf } from '#src/contract/rules/rights.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { likePattern } from '#src/lib/like-pattern.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { orderOf, readPage } from '#src/server/core/db/paging.ts';
import { inScope } from '#src/server/core/in-department.ts';
import { endOf, instant, stateAt } from '../state-sql.ts';

export type MessageFilter = Omit<
  OperationInput<'POST /course/auth/requirement/message/page'>,
  'pageCurrent' | 'pageSize'
>;
type Row = Data<'POST /course/auth/requirement/message/page'>['list'][number];
/** Whose messages are asked for: those to the people whom the viewer may see. */
export type MessageViewer = { tenant: { id: string; timeZone: string }; viewer: Holder };

/** SQL of the messages `m` to members `u` that a filter finds. */
export function messagesFrom({ tenant, viewer }: MessageViewer, filter: MessageFilter): SQL {
  const { keyword, requirementId, kind, channel, state, from, to } = filter;
  const conditions = [
    sql`m.enterprise_id = ${tenant.id}`,
    inScope(sql`coalesce(u.department, '')`, scopeOf(viewer, 'training.read')),
    keyword && sql`concat_ws(' ', u.user_name, u.employee_no) ilike ${likePattern(keyword)}`,
    requirementId && sql`m.requirement_id = ${requirementId}`,
    kind && sql`m.kind = ${kind}`,
    from && sql`m.gmt_create > ${instant(endOf(from, tenant.timeZone, -1))}`,
    to && sql`m.gmt_create <= ${instant(endOf(to, tenant.timeZone))}`,
    (channel || state) &&
      sql`exists (select from requirement_delivery d where d.enterprise_id = m.enterprise_id and d.message_id = m.id
        ${channel ? sql`and d.channel = ${channel}` : sql``} ${state ? sql`and d.state = ${state}` : sql``})`,
  ].filter(Boolean) as SQL[];
  return sql`from requirement_message m
    join enterprise_user u on u.enterprise_id = m.enterprise_id and u.user_id = m.user_id
    where ${sql.join(conditions, sql` and `)}`;
}

/** SQL columns of messages `m`. */
export const MESSAGE = sql`m.id, m.kind, m.step, m.due_on::text as "dueOn", m.gmt_create as "gmtCreate",
  u.user_id as "userId", u.user_name as "userName", u.employee_no as "employeeNo", u.department, u.post,
  (select r.title from requirement r where r.enterprise_id = m.enterprise_id and r.id = m.requirement_id) as title,
  (select b.user_name from enterprise_user b where b.enterprise_id = m.enterprise_id and b.user_id = m.created_by) as "byName",
  (select count(distinct i.user_id)::int from requirement_message i
   where i.enterprise_id = m.enterprise_id and i.digest_id = m.id and m.kind = 'digest') as people,
  (select json_agg(json_build_object('channel', d.channel, 'state', d.state, 'reason', d.reason, 'doneAt', d.done_at)
          order by array_position(array['notice', 'mail', 'sms'], d.channel))
   from requirement_delivery d where d.enterprise_id = m.enterprise_id and d.message_id = m.id) as deliveries`;
/** Their order. */
export const messageOrder = (sort: MessageFilter['sort']): SQL =>
  sql.join(orderOf(sort, { gmtCreate: sql`m.gmt_create` }, [sql`m.gmt_create desc`, sql`m.id desc`]), sql`, `);

export type StoredMessage = Omit<Row, 'gmtCreate' | 'deliveries'> & {
  gmtCreate: string;
  deliveries: (Omit<Row['deliveries'][number], 'doneAt'> & { doneAt: string | null })[] | null;
};

/** Lists messages to people whom the viewer may see. @throws AppError 404 for a requirement that does not exist */
export async function pageMessages(ctx: Context, input: OperationInput<'POST /course/auth/requirement/message/page'>) {
  const { db } = ctx;
  await checkRequirement(ctx, input.requirementId);
  const from = messagesFrom(ctx, input);
  return readPage(input, async ({ limit, offset }) => {
    const { rows } = await db.execute<StoredMessage & { totalCount: number }>(sql`
      select ${MESSAGE}, (select count(*)::int ${from}) as "totalCount"
      ${from} order by ${messageOrder(input.sort)} limit ${limit} offset ${offset}`);
    return rows.map(({ deliveries, ...row }) => ({
      ...row,
      gmtCreate: new Date(row.gmtCreate),
      deliveries: (deliveries ?? []).map((each) => ({ ...each, doneAt: each.doneAt && new Date(each.doneAt) })),
    }));
  });
}

/** @throws AppError 404 for a requirement that does not exist */
export async function checkRequirement({ db, tenant }: Context, id: string | undefined): Promise<void> {
  if (id === undefined) return;
  const { rows } = await db.execute(sql`select from requirement where enterprise_id = ${tenant.id} and id = ${id}`);
  if (rows.length === 0) throw notFound();
}

/** Lists what the people whose superior the viewer is have not fulfilled. */
export async function listOfReports({ db, tenant, viewer, now }: Context) {
  type Stored = Omit<Data<'POST /course/auth/requirement/report/own'>['list'][number], 'dueAt'> & { dueAt: string };
  const { rows } = await db.execute<Stored>(sql`
    select u.user_id as "userId", u.user_name as "userName", r.id as "requirementId", r.title, ${stateAt(now())} as state,
           k.due_at - interval '1 millisecond' as "dueAt"
    from enterprise_user u
    join requirement_state k on k.enterprise_id = u.enterprise_id and k.user_id = u.user_id and k.due_at <> 'infinity'
    join requirement r on r.enterprise_id = u.enterprise_id and r.id = k.requirement_id and r.phase = 'published'
    where u.enterprise_id = ${tenant.id} and u.superior_id = ${viewer.userId} and u.status = 'active'
      and ${stateAt(now())} in ('overdue', 'due', 'inProgress', 'dueSoon')
    order by k.due_at, u.user_name, u.user_id, r.title limit ${MAX_ITEMS.reportRequirements}`);
  return { list: rows.map((row) => ({ ...row, dueAt: new Date(row.dueAt) })) };
}
