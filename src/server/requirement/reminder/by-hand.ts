import { sql } from 'drizzle-orm';
import type { Data, OperationInput } from '#src/contract/calls.ts';
import { scopeOf } from '#src/contract/rules/rights.ts';
import { dayOf } from '#src/lib/dates.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { inScope } from '#src/server/core/in-department.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { noticeRules } from '#src/server/notice/wanted.ts';
import { checkPerson, chosenPeople, findPublished } from '../chosen-people.ts';
import { computedStates, instant, stateAt } from '../state-sql.ts';
import { isDaytime, MADE, missing, queueMade } from './channels.ts';
import { deliverNotices } from './deliver.ts';

/** Tests of one person. */
const TESTS = { limit: 10, seconds: 3600 };

/** SQL condition on a state `k`: there is something to be reminded of. */
const isOpen = (at: Date) =>
  sql`k.due_at <> 'infinity' and ${stateAt(at)} in ('overdue', 'due', 'inProgress', 'dueSoon')`;
const manualStep = ({ now, tenant }: Context) => `manual:${dayOf(now(), tenant.timeZone)}`;

/**
 * Reminds somebody of a requirement that is not fulfilled, or lapses soon; once a day at most. By night the message waits.
 * @throws AppError 409 when there is nothing to be reminded of
 */
export async function remind(ctx: Context, userId: string, { requirementId }: { requirementId: string }) {
  const { db, tenant, viewer, now } = ctx;
  await checkPerson(ctx, userId, requirementId, true);
  const { rows } = await db.execute<{ open: number }>(sql`
    with found as materialized (
      select portal.due_day(k.due_at, ${tenant.timeZone}) as due_on
      from ${computedStates(ctx, now(), [requirementId], [userId])} where ${isOpen(now())}
    ), made as (
      insert into requirement_message (enterprise_id, kind, requirement_id, user_id, due_on, step, created_by, gmt_create)
      select ${tenant.id}, 'manual', ${requirementId}, ${userId}, f.due_on, ${manualStep(ctx)}, ${viewer.userId}, ${instant(now())} from found f
      on conflict do nothing
      returning ${MADE}
    ), queued as (${queueMade(tenant, now())})
    select count(*)::int as open from found`);
  if (rows[0]!.open === 0) throw new AppError(409, 'requirementFulfilled');
}

/**
 * Says how many of the chosen people `remind` would tell.
 * @throws AppError as `changePeople`
 */
export async function countReminded(
  ctx: Context,
  input: OperationInput<'POST /course/auth/requirement/message/count'>,
): Promise<Data<'POST /course/auth/requirement/message/count'>> {
  const { db, tenant, viewer, now } = ctx;
  const { requirementId } = input;
  await findPublished(ctx, requirementId);
  const from = await chosenPeople(ctx, input);
  type Row = { chosen: number; reminded: number; byMail: number; bySms: number };
  const on = (channel: string) => sql`count(*) filter (where k.user_id is not null
    and (select ${missing(sql`k.is_late`)} from (values (${channel}::text)) c (channel)) is null)::int`;
  const { rows } = await db.execute<Row>(sql`
    select count(*)::int as chosen, count(k.user_id)::int as reminded, ${on('mail')} as "byMail", ${on('sms')} as "bySms"
    from (select p.user_id ${from}) x
    left join (
      select k.user_id, portal.due_day(k.due_at, ${tenant.timeZone}) < ${dayOf(now(), tenant.timeZone)}::date as is_late from requirement_state k
      join enterprise_user u on u.enterprise_id = k.enterprise_id and u.user_id = k.user_id and u.status = 'active'
        and ${inScope(sql`coalesce(u.department, '')`, scopeOf(viewer, 'training.write'))}
      where k.enterprise_id = ${tenant.id} and k.requirement_id = ${requirementId} and ${isOpen(now())}
        and not exists (select from requirement_message m where m.enterprise_id = k.enterprise_id and m.user_id = k.user_id
          and m.requirement_id = k.requirement_id and m.due_on = portal.due_day(k.due_at, ${tenant.timeZone}) and m.step = ${manualStep(ctx)})
    ) k on k.user_id = x.user_id
    left join portal.user_account a on a.id = k.user_id
    left join reminder_preference p on p.enterprise_id = ${tenant.id} and p.user_id = k.user_id
    ${noticeRules(tenant.id)}`);
  return { ...rows[0]!, waits: !isDaytime(now(), tenant.timeZone) };
}

/**
 * Sends a reminder to the viewer, at once, also by night: the notice here, the rest by a job.
 * @throws AppError 404 for a requirement that does not exist; 429 after too many
 */
export async function sendTest(
  ctx: Context,
  { requirementId }: OperationInput<'POST /course/auth/requirement/message/test'>,
) {
  const { db, tenant, viewer, now } = ctx;
  await takeTry(`requirement:test:${tenant.id}:${viewer.userId}`, TESTS);
  const at = now();
  const { rows } = await db.execute<{ id: string }>(sql`
    with made as (
      insert into requirement_message (enterprise_id, kind, requirement_id, user_id, due_on, step, created_by, gmt_create)
      select r.enterprise_id, 'test', r.id, ${viewer.userId}, ${dayOf(at, tenant.timeZone)}::date, ${`test:${at.toISOString()}`},
             ${viewer.userId}, ${instant(at)}
      from requirement r where r.enterprise_id = ${tenant.id} and r.id = ${requirementId}
      on conflict do nothing
      returning ${MADE}
    ), queued as (${queueMade(tenant, at)})
    select id from made`);
  const [made] = rows;
  if (!made) throw notFound();
  await deliverNotices(db, tenant, at, made.id);
  await sendJob(db, 'send-requirement-messages', { enterpriseId: tenant.id });
  type Delivery = Data<'POST /course/auth/requirement/message/test'>['deliveries'][number];
  const sent = await db.execute<Delivery>(sql`
    select d.channel, d.state, d.reason, d.done_at as "doneAt" from requirement_delivery d
    where d.enterprise_id = ${tenant.id} and d.message_id = ${made.id} order by array_position(array['notice', 'mail', 'sms'], d.channel)`);
  return {
    id: made.id,
    deliveries: sent.rows.map((each) => ({ ...each, doneAt: each.doneAt && new Date(each.doneAt) })),
  };
}
