import { sql, type SQL } from 'drizzle-orm';

/** SQL condition on exam `e` of a project: it is shown to this user, null for a visitor, who may take it. */
export const isOpenExam = (userId: SQL) =>
  sql`e.published and (e.audience = 'everyone' or portal.is_exam_audience(e.enterprise_id, e.id, ${userId}))`;

/** SQL condition on exam `e` of a project: this user has passed it, as for an item of a task (docs/specification.md, section "Tasks"). */
export const hasPassedExam = (userId: SQL) =>
  sql`exists (
    select from exam_attempt a
    where a.enterprise_id = e.enterprise_id and a.exam_id = e.id and a.user_id = ${userId} and a.passed and not a.trial and a.voided_at is null
      and (e.counted_attempt = 'best'
        or (select x.passed from portal.exam_progress(e.enterprise_id, e.id, a.user_id, now()) x)))`;
