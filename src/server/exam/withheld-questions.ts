import { sql, type SQL } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { expiredBefore, GRACE_SECONDS } from './times.ts';

type Asked = { enterpriseId: string; userId: string; questionIds: string[]; now: Date };

/**
 * Questions of a paper whose answers stay hidden in its review, because their bank is used by another exam that is not
 * open for review yet, or that the person has under way (docs/decisions/029). An exam that is reviewed `immediately` counts
 * while the person has its only attempt still ahead: with more attempts its own review shows as much.
 * @param asked.examId the exam of the paper: its own policy is not looked at here
 * @returns ids of those among `questionIds`
 */
export function withheldInReview(db: TenantDb, { examId, ...asked }: Asked & { examId: string }): Promise<Set<string>> {
  const now = moment(asked.now);
  const opensAt = sql`e.window_end + make_interval(secs => ${GRACE_SECONDS} + coalesce((
    select max(x.extra_seconds) from exam_allowance x where x.enterprise_id = e.enterprise_id and x.exam_id = e.id), 0))`;
  return readWithheld(
    db,
    asked,
    sql`e.id <> ${examId} and (own.open or (
          (e.published or exists (select from exam_attempt o
             where o.enterprise_id = e.enterprise_id and o.exam_id = e.id and o.status = 'open'))
          and case e.review_policy
                when 'never' then true
                when 'after_window' then ${opensAt} > ${now}
                else e.published and own.used = 0 and own.allowed <= 1 and e.window_end > ${now}
              end))`,
  );
}

/**
 * Short answers that a lecturer may not see and mark now: their bank is used by an exam, this one or another, that the
 * lecturer has under way, or still has to pass: begun before or given by a task, with an attempt left (docs/decisions/029).
 * @returns ids of those among `questionIds`
 */
export function withheldFromMarker(db: TenantDb, asked: Asked): Promise<Set<string>> {
  return readWithheld(
    db,
    asked,
    sql`own.open or (
          e.published and e.window_end > ${moment(asked.now)} and not own.passed and own.used < own.allowed
          and (own.used > 0 or exists (
            select from study_task_item i
            join study_task k on k.enterprise_id = i.enterprise_id and k.id = i.task_id and k.published
            join study_task_user u on u.enterprise_id = i.enterprise_id and u.task_id = i.task_id
                                  and u.user_id = ${asked.userId}
            where i.enterprise_id = e.enterprise_id and i.exam_id = e.id)))`,
  );
}

/**
 * Also the questions of papers under way by their ids: the sections of an exam may have changed since they were drawn.
 * An attempt past its deadline and grace is over, whether or not anything has closed it yet.
 * @param condition on an exam `e` and what the person did in it, `own`
 */
async function readWithheld(
  db: TenantDb,
  { enterpriseId, userId, questionIds, now }: Asked,
  condition: SQL,
): Promise<Set<string>> {
  const ids = sql`${sql.param(questionIds)}::uuid[]`;
  const isUnderWay = sql`a.status = 'open' and a.deadline_at >= ${moment(expiredBefore(now))}`;
  const { rows } = await db.execute<{ id: string }>(sql`
    with asked as (
      select q.id, q.bank_id from question q where q.enterprise_id = ${enterpriseId} and q.id = any(${ids})
    ), drawing as (
      select distinct s.exam_id, s.bank_id from exam_section s
      where s.enterprise_id = ${enterpriseId} and s.bank_id in (select bank_id from asked)
    ), closed as (
      select e.id from exam e
      cross join lateral (
        select count(*)::int as used, coalesce(bool_or(a.passed), false) as passed,
               coalesce(bool_or(${isUnderWay}), false) as open,
               e.max_attempts + coalesce((select l.extra_attempts from exam_allowance l
                 where l.enterprise_id = e.enterprise_id and l.exam_id = e.id and l.user_id = ${userId}), 0) as allowed
        from exam_attempt a where a.enterprise_id = e.enterprise_id and a.exam_id = e.id and a.user_id = ${userId}
      ) own
      where e.enterprise_id = ${enterpriseId} and e.id in (select exam_id from drawing) and (${condition})
    )
    select asked.id from asked join drawing on drawing.bank_id = asked.bank_id
    where drawing.exam_id in (select id from closed)
    union
    select (q ->> 'questionId')::uuid from exam_attempt a, jsonb_array_elements(a.paper) q
    where a.enterprise_id = ${enterpriseId} and a.user_id = ${userId} and ${isUnderWay}
      and (q ->> 'questionId')::uuid = any(${ids})`);
  return new Set(rows.map(({ id }) => id));
}

const moment = (date: Date) => sql`${date.toISOString()}::timestamptz`;
