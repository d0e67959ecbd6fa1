import { sql } from 'drizzle-orm';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { dayOf } from '#src/lib/dates.ts';
import type { Context } from '#src/server/core/context.ts';
import { pgClientOf } from '#src/server/core/db/tenant.ts';
import { ids } from './reconcile.ts';
import { type Draft, publish, store } from './save-requirement.ts';
import { instant, stateAt } from './state-sql.ts';

/**
 * Says what saving and publishing would change, and whom the schedule would remind at once: it does both, counts, and takes it back. Of any
 * revision: it is compared with what is stored.
 * @throws AppError 404 and 403 as `saveRequirement`
 */
export async function previewRequirement(ctx: Context, input: Draft) {
  const { db } = ctx;
  const client = pgClientOf(db);
  await client.query('savepoint preview');
  try {
    const { id, before } = await store(ctx, input);
    if (before?.phase !== 'published') await publish(ctx, id, before?.version ?? 1);
    return { ...(await countPeople(ctx, input, id)), ...(await countReminded(ctx, input, id)) };
  } finally {
    await client.query('rollback to savepoint preview');
  }
}

async function countPeople(ctx: Context, input: Draft, id: string) {
  const { db, tenant, now } = ctx;
  type Row = { isAdded: boolean; count: number; overdue: number; names: string[] };
  const { rows } = await db.execute<Row>(sql`
    with wanted as materialized (${wanted(ctx, id)}), open as materialized (
      select a.user_id from requirement_assignment a
      where a.enterprise_id = ${tenant.id} and a.requirement_id = ${id} and a.closed_at is null
    ), changed as (
      select w.user_id, true as added from wanted w where not exists (select from open o where o.user_id = w.user_id)
      union all
      select o.user_id, false from open o where not exists (select from wanted w where w.user_id = o.user_id)
    ), held as (${held(ctx, id)} and ${isDueBy(ctx, input, 0)} group by f.user_id)
    select c.added as "isAdded", count(*)::int as count,
           count(*) filter (where ${firstDue(ctx, input)} <= ${instant(now())} and coalesce(h.until, '-infinity') <= ${instant(now())})::int as overdue,
           (array_agg(u.user_name order by u.user_name, u.user_id))[:${MAX_ITEMS.factItems}] as names
    from changed c
    join enterprise_user u on u.enterprise_id = ${tenant.id} and u.user_id = c.user_id
    left join held h on h.user_id = c.user_id
    group by c.added`);
  const counted = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from portal.requirement_audience(${tenant.id}, ${ids([id])}, null)`,
  );
  const [added, freed] = [true, false].map((which) => rows.find(({ isAdded }) => isAdded === which));
  return {
    count: counted.rows[0]!.count,
    ...{ added: added?.count ?? 0, addedNames: added?.names ?? [], overdue: added?.overdue ?? 0 },
    ...{ freed: freed?.count ?? 0, freedNames: freed?.names ?? [] },
  };
}

/** People whom the schedule would remind at once, with the terms and rules as they would be, and their superiors. */
async function countReminded(ctx: Context, input: Draft, id: string) {
  const { db, tenant, now } = ctx;
  const { before, onDay, weekly, toSuperior } = input.reminders;
  const at = instant(now());
  const step = sql`portal.reminder_step(${dayOf(now(), tenant.timeZone)}::date, portal.due_day(d.due_at, ${tenant.timeZone}),
    ${`{${before.join()}}`}::integer[], ${onDay}::boolean, ${weekly}::boolean)`;
  const { rows } = await db.execute<{ reminded: number; superiors: number }>(sql`
    with wanted as materialized (${wanted(ctx, id)}), held as (
      ${held(ctx, id)} and ${isDueBy(ctx, input, Math.max(0, ...before))} group by f.user_id
    ), states as materialized (select * from portal.requirement_states(${tenant.id}, ${at}, ${ids([id])}, null))
    select count(*)::int as reminded, count(distinct s.user_id)::int as superiors
    from wanted w
    join enterprise_user u on u.enterprise_id = ${tenant.id} and u.user_id = w.user_id
    left join enterprise_user s on s.enterprise_id = ${tenant.id} and s.user_id = u.superior_id and s.status = 'active' and ${toSuperior}
    left join states k on k.user_id = w.user_id
    left join held h on h.user_id = w.user_id
    cross join lateral (select coalesce(k.due_at, ${firstDue(ctx, input)}) as due_at) d
    where d.due_at <> 'infinity' and ${step} is not null
      and case when k.user_id is null then coalesce(h.until, '-infinity') <= ${at} else ${stateAt(now())} in ('overdue', 'due', 'inProgress', 'dueSoon') end
      and not exists (select from requirement_message m where m.enterprise_id = ${tenant.id} and m.requirement_id = ${id} and m.user_id = w.user_id
                        and m.due_on = portal.due_day(d.due_at, ${tenant.timeZone}) and m.step = ${step})`);
  return rows[0]!;
}

const wanted = ({ tenant }: Context, id: string) =>
  sql`select * from portal.requirement_audience(${tenant.id}, ${ids([id])}, null)`;

/** Until when people have what fulfils the requirement; a condition may follow. */
const held = ({ tenant, now }: Context, id: string) => sql`
  select f.user_id, max(portal.fact_end(${instant(now())}, f.done_at, f.expires_at, f.revoked_at, s.repeat_months, s.zone)) as until
  from portal.requirement_subjects(${tenant.id}, ${instant(now())}, ${ids([id])}) s
  join portal.requirement_facts(${tenant.id}, null) f on f.kind = s.kind and f.subject_id = s.subject_id
  where true`;

/** Whether the first due date of anybody can have passed some days after they get the requirement: else facts need not be read. */
const isDueBy = ({ now }: Context, { dueOn, dueFrom, dueDays }: Draft, days: number) =>
  sql`${
    dueFrom === 'joined' ||
    (days > 0 && dueDays !== null && dueDays <= days) ||
    (dueOn !== null && Date.parse(dueOn) <= now().getTime() + days * 86_400_000)
  }`;

/** The first due date of a member `u` who would get it now. */
function firstDue({ now, tenant }: Context, { dueOn, dueFrom, dueDays }: Draft) {
  const zone = tenant.timeZone;
  if (dueOn !== null) return sql`portal.end_of_day(${dueOn}, ${zone})`;
  if (dueFrom === 'joined') return sql`portal.end_of_day(portal.joined_on(u) + ${dueDays}::int, ${zone})`;
  return sql`portal.end_of_day((${instant(now())} at time zone ${zone})::date + ${dueDays}::int, ${zone})`;
}
