import { sql } from 'drizzle-orm';
import type { Data, OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { beginRenewal, renewalsOf } from '#src/server/study/renew-course.ts';
import { ids } from './reconcile.ts';
import { computedStates, instant } from './state-sql.ts';

type Renewal = Data<'POST /course/auth/requirement/own'>['list'][number]['renewals'][number];

/** SQL of the completed courses of the viewer that renew a repeated requirement which is not fulfilled, or can be renewed already. */
function renewable(ctx: Context, requirementIds: string[] | null) {
  const { tenant, viewer, now } = ctx;
  const at = instant(now());
  return sql`
    select distinct k.requirement_id as "requirementId", c.id as "courseId", c.title
    from ${computedStates(ctx, now(), requirementIds, [viewer.userId])}
    join portal.requirement_subjects(${tenant.id}, ${at}, ${ids(requirementIds)}) s on s.requirement_id = k.requirement_id
    left join project_course x on x.enterprise_id = ${tenant.id} and s.kind = 'project' and x.project_id = s.subject_id and x.required
    join course c on c.enterprise_id = ${tenant.id} and c.id = case s.kind when 'course' then s.subject_id else x.course_id end
    join course_progress p on p.enterprise_id = ${tenant.id} and p.user_id = ${viewer.userId} and p.course_id = c.id and p.status = 'completed'
    where s.repeat_months is not null and s.kind in ('course', 'project')
      and (k.valid_until is null or k.valid_until <= ${at} or k.renew_from <= ${at})
    order by c.title, c.id`;
}

/** The courses with which the viewer can renew requirements, by the id of the requirement. */
export async function listRenewals(ctx: Context): Promise<Map<string, Renewal[]>> {
  const { db, tenant, viewer } = ctx;
  const { rows } = await db.execute<Omit<Renewal, 'studyProgress'> & { requirementId: string }>(renewable(ctx, null));
  const renewals = new Map<string, Renewal[]>();
  if (rows.length === 0) return renewals;
  const of = { enterpriseId: tenant.id, userId: viewer.userId };
  const progress = await renewalsOf(db, of, [...new Set(rows.map(({ courseId }) => courseId))]);
  for (const { requirementId, courseId, title } of rows) {
    const own = renewals.get(requirementId) ?? [];
    if (own.length < MAX_ITEMS.requirementSubjects)
      own.push({ courseId, title, studyProgress: progress.get(courseId) ?? null });
    renewals.set(requirementId, own);
  }
  return renewals;
}

/**
 * Begins a completed course of a requirement again.
 * @throws AppError 404 for a requirement that the viewer does not have or a course that is not completed or not part of it; 409 while it is
 *   fulfilled and cannot be renewed yet, and for a course of which nothing is studied
 */
export async function renewCourse(ctx: Context, input: OperationInput<'POST /course/auth/requirement/own/renew'>) {
  const { db, tenant, viewer, now } = ctx;
  const { requirementId, courseId } = input;
  const { rows } = await db.execute<{ courseId: string }>(renewable(ctx, [requirementId]));
  if (!rows.some((row) => row.courseId === courseId)) {
    const { rows: own } = await db.execute(sql`
      select from ${computedStates(ctx, now(), [requirementId], [viewer.userId])} where k.valid_until > ${instant(now())}`);
    if (own.length > 0) throw new AppError(409, 'requirementNotRenewable');
    throw notFound();
  }
  await beginRenewal(db, { enterpriseId: tenant.id, userId: viewer.userId, at: now() }, courseId);
  return null;
}
