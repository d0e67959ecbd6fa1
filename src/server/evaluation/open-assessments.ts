import { sql, type SQL } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { ASSESSORS } from './assessors.ts';
import { tellStep } from './step-notices.ts';

type Opened = { id: string; title: string; userName: string; assessors: string[] };

/**
 * Opens the assessments of running tasks: one for each assigned person who has a superior, also for those who joined later.
 * The superior is told. Idempotent; runs as a job and before lists are shown.
 * @param only condition on the assigned member `m`
 */
export async function openAssessments(
  db: TenantDb,
  enterpriseId: string,
  at: Date,
  only: SQL = sql`true`,
): Promise<void> {
  const { rows } = await db.execute<Opened>(sql`
    with wanted as (
      select distinct on (f.id, m.user_id) f.id as form_id, f.title, m.user_id, m.user_name,
             json_build_object('title', r.title, 'passMark', r.pass_mark, 'criteria', r.criteria) as rubric, s.ids
      from study_task t
      join study_task_item i on i.enterprise_id = t.enterprise_id and i.task_id = t.id
      join evaluation_form f on f.enterprise_id = i.enterprise_id and f.id = i.evaluation_form_id and f.published
      join rubric r on r.enterprise_id = f.enterprise_id and r.id = f.rubric_id
      join study_task_user u on u.enterprise_id = t.enterprise_id and u.task_id = t.id
      join enterprise_user m on m.enterprise_id = u.enterprise_id and m.user_id = u.user_id and m.status = 'active'
      cross join lateral (select array_agg(a.user_id) as ids from ${ASSESSORS} a) s
      where t.enterprise_id = ${enterpriseId} and t.published and s.ids is not null and ${only}
        and t.start_at <= ${at.toISOString()}::timestamptz and t.end_at > ${at.toISOString()}::timestamptz
        and not exists (select from evaluation e where e.enterprise_id = f.enterprise_id and e.form_id = f.id
                        and e.user_id = m.user_id)
    ), opened as (
      insert into evaluation (enterprise_id, form_id, user_id, state, rubric, submitted_at, gmt_create, gmt_modified)
      select ${enterpriseId}, form_id, user_id, 'assessing', rubric, ${at.toISOString()}, ${at.toISOString()}, ${at.toISOString()}
      from wanted
      on conflict do nothing
      returning id, form_id, user_id
    ), asked as (
      insert into evaluation_assessment (enterprise_id, evaluation_id, user_id, role, gmt_modified)
      select ${enterpriseId}, o.id, a.user_id, 'assessor', ${at.toISOString()}
      from opened o join wanted w using (form_id, user_id) cross join lateral unnest(w.ids) a (user_id)
    )
    select o.id, w.title, w.user_name as "userName", w.ids::text[] as assessors
    from opened o join wanted w using (form_id, user_id)`);
  for (const { id, title, userName, assessors } of rows) {
    await tellStep(db, { enterpriseId, id, title, userName, step: 'assessing', at }, assessors);
  }
}
