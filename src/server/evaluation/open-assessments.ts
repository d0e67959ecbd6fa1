import { sql, type SQL } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { ASSESSORS } from './assessors.ts';
import { stepNotices } from './step-notices.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';

type Opened = { id: string; title: string; userName: string; assessors: string[] };

/** Assessments that one transaction opens at most. */
export const OPEN_BATCH = 2_000;

/**
 * Opens the assessments of running tasks: one for each assigned person who has a superior, also for those who joined later.
 * The superior is told. Idempotent; runs as a job, and for the assessments of one person before they are shown.
 * @param only condition on form `f` and assigned member `m`
 * @returns how many were opened; fewer than `OPEN_BATCH`: none is left
 */
export async function openAssessments(
  db: TenantDb,
  enterpriseId: string,
  at: Date,
  only: SQL = sql`true`,
): Promise<number> {
  const now = at.toISOString();
  // First who has no evaluation yet, because looking up assessors takes longer.
  const { rows } = await db.execute<Opened>(sql`
    with missing as materialized (
      select f.id as form_id, m.user_id
      from evaluation_form f
      join enterprise_user m on m.enterprise_id = f.enterprise_id and m.status = 'active'
      where f.enterprise_id = ${enterpriseId} and f.published and ${only}
        and exists (
          select from study_task_item i
          join study_task t on t.enterprise_id = i.enterprise_id and t.id = i.task_id
          join study_task_user u on u.enterprise_id = t.enterprise_id and u.task_id = t.id
          where i.enterprise_id = f.enterprise_id and i.evaluation_form_id = f.id and u.user_id = m.user_id and t.published
            and t.start_at <= ${now}::timestamptz and (t.end_at > ${now}::timestamptz or t.late_completion))
        and not exists (select from evaluation e where e.enterprise_id = f.enterprise_id and e.form_id = f.id
                        and e.user_id = m.user_id)
    ), wanted as materialized (
      select f.id as form_id, f.title, m.user_id, m.user_name,
             json_build_object('title', r.title, 'passMark', r.pass_mark, 'criteria', r.criteria) as rubric, s.ids
      from missing
      join evaluation_form f on f.enterprise_id = ${enterpriseId} and f.id = missing.form_id
      join rubric r on r.enterprise_id = f.enterprise_id and r.id = f.rubric_id
      join enterprise_user m on m.enterprise_id = f.enterprise_id and m.user_id = missing.user_id
      cross join lateral (select array_agg(a.user_id) as ids from ${ASSESSORS} a) s
      where s.ids is not null
      limit ${OPEN_BATCH}
    ), opened as (
      insert into evaluation (enterprise_id, form_id, user_id, state, rubric, submitted_at, gmt_create, gmt_modified)
      select ${enterpriseId}, form_id, user_id, 'assessing', rubric, ${now}, ${now}, ${now}
      from wanted order by form_id, user_id
      on conflict do nothing
      returning id, form_id, user_id
    ), asked as (
      insert into evaluation_assessment (enterprise_id, evaluation_id, user_id, role, gmt_modified)
      select ${enterpriseId}, o.id, a.user_id, 'assessor', ${now}
      from opened o join wanted w using (form_id, user_id) cross join lateral unnest(w.ids) a (user_id)
    )
    select o.id, w.title, w.user_name as "userName", w.ids::text[] as assessors
    from opened o join wanted w using (form_id, user_id)`);
  const notices = rows.flatMap(({ assessors, ...row }) =>
    stepNotices({ enterpriseId, ...row, step: 'assessing', at }, assessors),
  );
  await sendNotices(db, enterpriseId, notices);
  return rows.length;
}

/** Condition on form `f` and member `m`: the user is named by the form, or heads a department of the member. */
export const assessedBy = (enterpriseId: string, userId: string): SQL => sql`(
  exists (select from evaluation_form_assessor a
          where a.enterprise_id = f.enterprise_id and a.form_id = f.id and a.user_id = ${userId})
  or exists (
    select from unnest(array(select h.path from department h where h.enterprise_id = ${enterpriseId}
                             and h.head_id = ${userId} and h.closed_at is null)) d (name)
    where m.department = d.name or starts_with(m.department, d.name || '/')))`;
