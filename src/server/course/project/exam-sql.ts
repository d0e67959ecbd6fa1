import { sql, type SQL } from 'drizzle-orm';

/** SQL condition on exam `e` of a project: it is shown to this user, null for a visitor, who may take it. */
export const isOpenExam = (userId: SQL) =>
  sql`e.published and (e.audience = 'everyone' or portal.is_exam_audience(e.enterprise_id, e.id, ${userId}))`;

/** SQL condition on exam `e` of a project: this user has passed it, as for an item of a task (docs/specification.md, section "Tasks"). */
export const hasPassedExam = (userId: SQL) =>
  sql`exists (
    select from portal.exam_passes(e.enterprise_id) a where a.exam_id = e.id and a.user_id = ${userId})`;
