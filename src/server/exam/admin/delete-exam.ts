import { and, eq, sql } from 'drizzle-orm';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { announceChange } from '#src/server/core/db/changes.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { isRestorable, requireManaged } from './manage.ts';

/**
 * Deletes an exam, which is withdrawn and leaves the lists of those who manage exams, or restores it: not published. Attempts, marks and
 * certificates stay (docs/specification.md, section "Exams").
 * @throws AppError 404, also when it was deleted too long ago; 409 `examRunning` while somebody sits it
 */
export async function deleteExam(ctx: Context, { id, deleted }: { id: string; deleted: boolean }) {
  const { db, tenant, now } = ctx;
  const ofExam = and(eq(exam.enterpriseId, tenant.id), eq(exam.id, id));
  if (deleted) {
    await requireManaged(ctx, id);
    // Attempts that are being stored refer to it: they are waited for, and counted.
    await db.select({ id: exam.id }).from(exam).where(ofExam).for('update');
    const open = and(
      eq(examAttempt.enterpriseId, tenant.id),
      eq(examAttempt.examId, id),
      eq(examAttempt.status, 'open'),
    );
    if ((await db.$count(examAttempt, open)) > 0) throw new AppError(409, 'examRunning');
  } else {
    const { rowCount } = await db.execute(
      sql`select from exam e where e.enterprise_id = ${tenant.id} and e.id = ${id} and ${isRestorable(ctx, now())} for update`,
    );
    if (rowCount === 0) throw notFound();
  }
  const [changed] = await db
    .update(exam)
    .set({
      ...(deleted ? { deletedAt: now(), published: false, practice: false } : { deletedAt: null }),
      ...{ revision: sql`${exam.revision} + 1`, gmtModified: now() },
    })
    .where(ofExam)
    .returning({ title: exam.title });
  const detail = { examId: id, title: changed!.title };
  if (deleted) await audit(db, ctx, 'exam.deleted', detail, { about: [id] });
  else await audit(db, ctx, 'exam.restored', detail, { about: [id] });
  await announceChange(db, { enterpriseId: tenant.id, tags: ['exam'] });
  return { deleted };
}

/** Says what refers to an exam, before it is deleted. @throws AppError 404 */
export async function viewExamUses(ctx: Context, { id }: { id: string }) {
  const { db, tenant } = ctx;
  await requireManaged(ctx, id);
  const ofExam = sql`enterprise_id = ${tenant.id} and exam_id = ${id}`;
  const { rows } = await db.execute<Record<'takers' | 'courses' | 'tasks' | 'projects', number>>(sql`
    select (select count(distinct user_id)::int from exam_attempt where ${ofExam}) as takers,
           (select count(distinct course_id)::int from course_resource where ${ofExam}) as courses,
           (select count(distinct task_id)::int from study_task_item where ${ofExam}) as tasks,
           (select count(distinct project_id)::int from project_exam where ${ofExam}) as projects`);
  return rows[0]!;
}
