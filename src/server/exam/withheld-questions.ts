import { sql, type SQL } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { expiredBefore, GRACE_SECONDS } from './times.ts';

type Asked = { enterpriseId: string; userId: string; questionIds: string[]; now: Date };

/**
 * Returns the questions whose answers are hidden in a review, because their bank is used by another exam that is not open
 * for review yet, or in which the user has an open attempt (docs/decisions/029). An exam with policy `immediately` counts
 * while the user has attempts left that can count; if its reviews open early, only before its only attempt: with several
 * attempts its own review shows the same answers.
 * @param asked.examId the exam of the paper; its own policy is not checked here
 * @returns ids among `questionIds`
 */
export function withheldInReview(db: TenantDb, { examId, ...asked }: Asked & { examId: string }): Promise<Set<string>> {
  const now = moment(asked.now);
  const opensAt = sql`portal.exam_over_at(e.enterprise_id, e.id) + make_interval(secs => ${GRACE_SECONDS})`;
  return readWithheld(
    db,
    asked,
    sql`e.id <> ${examId} and (own.open or (
          (e.published or exists (select from exam_attempt o
             where o.enterprise_id = e.enterprise_id and o.exam_id = e.id and o.status = 'open'))
          and case e.review_policy
                when 'never' then true
                when 'after_window' then ${opensAt} > ${now}
                when 'after_last' then own.counting_left > 0 and ${opensAt} > ${now}
                else e.published and own.counting_left > 0
                     and (not e.review_early or own.used = 0 and own.counting_left <= 1)
              end))`,
  );
}

/**
 * Returns the questions that a user may not practise now: an exam that draws from their bank is not over for this user, or
 * its answers are never shown (decision 064). Stricter than a review: exams whose reviews open early count, too.
 * @returns ids among `questionIds`
 */
export function withheldFromPractice(db: TenantDb, asked: Asked): Promise<Set<string>> {
  const isOver = sql`portal.exam_over_at(e.enterprise_id, e.id) + make_interval(secs => ${GRACE_SECONDS}) <= ${moment(asked.now)}`;
  return readWithheld(
    db,
    asked,
    sql`own.open or (
          (e.published or exists (select from exam_attempt o
             where o.enterprise_id = e.enterprise_id and o.exam_id = e.id and o.status = 'open'))
          and case e.review_policy
                when 'never' then true
                when 'after_window' then not ${isOver}
                else own.counting_left > 0 and not ${isOver}
              end)`,
  );
}

/**
 * Returns the short answers that a marker may not see and mark now: their bank is used by an exam, this one or another, in
 * which the marker has an open attempt, or which the marker has not passed yet, has attempts left for, and has started
 * before or been assigned by a task (docs/decisions/029).
 * @returns ids among `questionIds`
 */
export function withheldFromMarker(db: TenantDb, asked: Asked): Promise<Set<string>> {
  return readWithheld(
    db,
    asked,
    sql`own.open or (
          e.published and own.counting_left > 0 and not own.passed
          and (own.used > 0 or exists (
            select from portal.assigned_items(e.enterprise_id) i where i.user_id = ${asked.userId} and i.exam_id = e.id)))`,
  );
}

/**
 * Also returns the questions of the user's open papers by their ids, because the sections of the exam may have changed since
 * they were drawn. An attempt past deadline and grace period is not open, even if it has not been closed yet.
 * @param condition on an exam `e` and the user's attempts at it, `own`
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
      union
      select f.exam_id, asked.bank_id from exam_question f join asked on asked.id = f.question_id
      where f.enterprise_id = ${enterpriseId}
    ), closed as (
      select e.id from exam e
      cross join lateral (
        select p.used, p.passed,
               -- Who is not in the audience has no attempt left, but anybody can join that of a course by starting it.
               case when p.used > 0 or e.audience in ('everyone', 'course') or portal.is_exam_audience(e.enterprise_id, e.id, ${userId})
                    then p.counting_left else 0 end as counting_left, exists (
                 select from exam_attempt a where a.enterprise_id = e.enterprise_id and a.exam_id = e.id
                   and a.user_id = ${userId} and ${isUnderWay}) as open
        from portal.exam_progress(e.enterprise_id, e.id, ${userId}, ${moment(now)}) p
      ) own
      where e.enterprise_id = ${enterpriseId} and e.id in (select exam_id from drawing) and (${condition})
    )
    select asked.id from asked join drawing on drawing.bank_id = asked.bank_id
    where drawing.exam_id in (select id from closed)
    union
    select (q ->> 'questionId')::uuid from exam_attempt a, jsonb_array_elements(a.paper) q
    where a.enterprise_id = ${enterpriseId} and a.user_id = ${userId} and not a.trial and ${isUnderWay}
      and (q ->> 'questionId')::uuid = any(${ids})`);
  return new Set(rows.map(({ id }) => id));
}

const moment = (date: Date) => sql`${date.toISOString()}::timestamptz`;
