import { sql, type SQL } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { ASSESSORS } from './assessors.ts';
import { stepNotices } from './step-notices.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';

type Opened = { id: string; title: string; userName: string; assessors: string[] };

type Options = {
  /** Condition on the assigned member `m` and the ids of their assessors `s.ids`. */
  only?: SQL;
  /** How many are opened at most. */
  limit?: number;
};

/** Assessments that one transaction opens. */
export const OPEN_BATCH = 500;

/**
 * Opens the assessments of running tasks: one for each assigned person who has a superior, also for those who joined later.
 * The superior is told. Idempotent; runs as a job, and for the assessments of one person before they are shown.
 * @returns how many were opened; fewer than `limit`: none is left
 */
export async function openAssessments(
  db: TenantDb,
  enterpriseId: string,
  at: Date,
  { only = sql`true`, limit = OPEN_BATCH }: Options = {},
): Promise<number> {
  const { rows } = await db.execute<Opened>(sql`
    with wanted as materialized (
      select f.id as form_id, f.title, m.user_id, m.user_name,
             json_build_object('title', r.title, 'passMark', r.pass_mark, 'criteria', r.criteria) as rubric, s.ids
      from evaluation_form f
      join rubric r on r.enterprise_id = f.enterprise_id and r.id = f.rubric_id
      join enterprise_user m on m.enterprise_id = f.enterprise_id and m.status = 'active'
      cross join lateral (select array_agg(a.user_id) as ids from ${ASSESSORS} a) s
      where f.enterprise_id = ${enterpriseId} and f.published and s.ids is not null and ${only}
        and exists (
          select from study_task_item i
          join study_task t on t.enterprise_id = i.enterprise_id and t.id = i.task_id
          join study_task_user u on u.enterprise_id = t.enterprise_id and u.task_id = t.id
          where i.enterprise_id = f.enterprise_id and i.evaluation_form_id = f.id and u.user_id = m.user_id and t.published
            and t.start_at <= ${at.toISOString()}::timestamptz and t.end_at > ${at.toISOString()}::timestamptz)
        and not exists (select from evaluation e where e.enterprise_id = f.enterprise_id and e.form_id = f.id
                        and e.user_id = m.user_id)
      limit ${limit}
    ), opened as (
      insert into evaluation (enterprise_id, form_id, user_id, state, rubric, submitted_at, gmt_create, gmt_modified)
      select ${enterpriseId}, form_id, user_id, 'assessing', rubric, ${at.toISOString()}, ${at.toISOString()}, ${at.toISOString()}
      from wanted order by form_id, user_id
      on conflict do nothing
      returning id, form_id, user_id
    ), asked as (
      insert into evaluation_assessment (enterprise_id, evaluation_id, user_id, role, gmt_modified)
      select ${enterpriseId}, o.id, a.user_id, 'assessor', ${at.toISOString()}
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
