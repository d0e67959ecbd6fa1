import { sql } from 'drizzle-orm';
import { MESSAGE_DAYS } from '#src/contract/rules/requirement.ts';
import { dayOf } from '#src/lib/dates.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { instant, stateAt } from '../state-sql.ts';
import { isDaytime, MADE, queueMade, type Sender } from './channels.ts';

/** Messages that one statement adds. */
const BATCH = 1_000;
/** Days after which a reminder is not news for a superior any more: the portal was stopped. */
const DIGEST_DAYS = 3;

/**
 * Adds the next reminders that have come, of people who have not fulfilled a requirement; by day only. After the last ones, one digest
 * for each superior. Safe to repeat, to kill and to run in several processes: the unique key of messages lets each be there once.
 * @returns whether there may be more
 */
export async function planMessages(db: TenantDb, sender: Sender, at: Date): Promise<boolean> {
  if (!isDaytime(at, sender.timeZone)) return false;
  // Others go on with another enterprise. The digests below need that nobody adds reminders at the same time.
  const { rows } = await db.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`reminders ${sender.id}`}, 0)) as free`,
  );
  if (!rows[0]!.free) return false;
  if ((await addReminders(db, sender, at)) === BATCH) return true;
  await addDigests(db, sender, at);
  return false;
}

/** @returns how many were found */
async function addReminders(db: TenantDb, sender: Sender, at: Date): Promise<number> {
  const { id, timeZone } = sender;
  // Members and requirements that are about to be compared again wait for that.
  const { rows } = await db.execute<{ found: number }>(sql`
    with found as materialized (
      select k.requirement_id, k.user_id, d.due_on, s.step
      from requirement r
      join requirement_state k on k.enterprise_id = r.enterprise_id and k.requirement_id = r.id and k.due_at <> 'infinity'
      join enterprise_user u on u.enterprise_id = r.enterprise_id and u.user_id = k.user_id and u.status = 'active'
      cross join lateral (select portal.due_day(k.due_at, ${timeZone}) as due_on) d
      cross join lateral (
        select portal.reminder_step(${dayOf(at, timeZone)}::date, d.due_on, r.remind_before, r.remind_on_day, r.remind_weekly) as step) s
      where r.enterprise_id = ${id} and r.phase = 'published' and r.stale is null
        and s.step is not null and ${stateAt(at)} in ('overdue', 'due', 'inProgress', 'dueSoon')
        and not exists (select from requirement_change c where c.enterprise_id = r.enterprise_id and c.user_id = k.user_id)
        and not exists (select from requirement_message m where m.enterprise_id = r.enterprise_id and m.user_id = k.user_id
                          and m.requirement_id = r.id and m.due_on = d.due_on and m.step = s.step)
      order by k.user_id, k.requirement_id limit ${BATCH}
    ), made as (
      insert into requirement_message (enterprise_id, kind, requirement_id, user_id, due_on, step, gmt_create)
      select ${id}, 'scheduled', f.requirement_id, f.user_id, f.due_on, f.step, ${instant(at)} from found f
      on conflict do nothing
      returning ${MADE}
    ), queued as (${queueMade(sender, at)})
    select count(*)::int as found from found`);
  return rows[0]!.found;
}

/** One message to each superior about the reminders that their people have got since the last one; one a day at most. */
async function addDigests(db: TenantDb, sender: Sender, at: Date): Promise<void> {
  const { id, timeZone } = sender;
  const today = dayOf(at, timeZone);
  const since = new Date(at.getTime() - DIGEST_DAYS * 86_400_000);
  await db.execute(sql`
    with waiting as materialized (
      select m.id, s.user_id
      from requirement_message m
      join requirement r on r.enterprise_id = m.enterprise_id and r.id = m.requirement_id and r.remind_superior
      join enterprise_user u on u.enterprise_id = m.enterprise_id and u.user_id = m.user_id
      join enterprise_user s on s.enterprise_id = m.enterprise_id and s.user_id = u.superior_id and s.status = 'active'
      where m.enterprise_id = ${id} and m.kind = 'scheduled' and m.digest_id is null and m.gmt_create > ${instant(since)}
    ), made as (
      insert into requirement_message (enterprise_id, kind, user_id, due_on, step, gmt_create)
      select distinct ${id}::uuid, 'digest', w.user_id, ${today}::date, 'digest', ${instant(at)} from waiting w
      on conflict do nothing
      returning ${MADE}
    ), told as (
      update requirement_message m set digest_id = d.id
      from waiting w join made d on d.user_id = w.user_id
      where m.enterprise_id = ${id} and m.id = w.id
    )
    ${queueMade(sender, at)}`);
}

/** Deletes messages that have been kept long enough, the oldest first. @returns how many */
export async function deleteOldMessages(db: TenantDb, { id }: Sender, at: Date): Promise<number> {
  const before = new Date(at.getTime() - MESSAGE_DAYS * 86_400_000);
  const { rowCount } = await db.execute(sql`
    delete from requirement_message where enterprise_id = ${id} and id in (
      select m.id from requirement_message m where m.enterprise_id = ${id} and m.gmt_create < ${instant(before)}
      order by m.gmt_create, m.id limit ${BATCH})`);
  return rowCount ?? 0;
}
