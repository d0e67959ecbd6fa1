import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { readCatalogue } from '#src/server/course/read-catalogue.ts';
import { combinedProgress } from '#src/server/course/catalogue-tree.ts';
import { courseProgress, resourceProgress } from '#src/server/core/db/schema/study.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { reverseEntry } from '#src/server/record/reverse-entry.ts';
import { courseSources } from './course-sources.ts';
import { readTasks } from './read-tasks.ts';
import { lockCourseProgress, type Learner } from './update-course-progress.ts';

/**
 * Takes back the completion of a resource that was confirmed by mistake, e.g. an attendance. A course that is not complete
 * any more reverses its hours, credits and points; completed again, it posts them again. Running tasks follow.
 * @param title the reason, shown in the ledger
 * @returns false when the resource was not complete
 */
export async function withdrawResource(
  db: TenantDb,
  learner: Learner,
  resource: { id: string; courseId: string },
  title: string,
): Promise<boolean> {
  const { enterpriseId, userId, at } = learner;
  const { courseId } = resource;
  const ofCourse = and(
    eq(resourceProgress.enterpriseId, enterpriseId),
    eq(resourceProgress.userId, userId),
    eq(resourceProgress.courseId, courseId),
  );
  const { rowCount } = await db
    .update(resourceProgress)
    .set({ studyProgress: 0, completedAt: null, gmtModified: at })
    .where(and(ofCourse, eq(resourceProgress.resourceId, resource.id), isNotNull(resourceProgress.completedAt)));
  if (!rowCount) return false;
  await lockCourseProgress(db, learner, { courseId });
  const rows = await db.select().from(resourceProgress).where(ofCourse);
  const progress = new Map(
    rows.map((row) => [row.resourceId, { studyProgress: row.studyProgress, completed: row.completedAt !== null }]),
  );
  const now = combinedProgress(await readCatalogue(db, enterpriseId, courseId), progress);
  if (now.completed) return true;
  const [before] = await db
    .update(courseProgress)
    .set({ studyProgress: now.studyProgress, status: 'learning', completedAt: null })
    .where(
      and(
        eq(courseProgress.enterpriseId, enterpriseId),
        eq(courseProgress.userId, userId),
        eq(courseProgress.courseId, courseId),
      ),
    )
    .returning();
  if (!before) return true;
  for (const source of Object.values(await courseSources(db, learner, courseId)))
    await reverseEntry(db, { enterpriseId, userId, source, title, at });
  await lowerTasks(db, learner, { courseId });
  return true;
}

/** Running tasks with a course or an exam lose what it had contributed; ended ones keep their progress (spec section 4). */
export async function lowerTasks(
  db: TenantDb,
  learner: Learner,
  { courseId = null, examId = null }: { courseId?: string | null; examId?: string | null },
): Promise<void> {
  const { enterpriseId, userId, at } = learner;
  const { rows } = await db.execute<{ id: string }>(sql`
    update study_task_user u set completed_at = null
    from study_task t
    where u.enterprise_id = ${enterpriseId} and u.user_id = ${userId} and t.enterprise_id = u.enterprise_id
      and t.id = u.task_id and t.end_at > ${at.toISOString()}::timestamptz and exists (
        select from study_task_item i where i.enterprise_id = t.enterprise_id and i.task_id = t.id
          and (i.course_id = ${courseId}::uuid or i.exam_id = ${examId}::uuid))
    returning t.id`);
  if (rows.length === 0) return;
  const lowered = new Set(rows.map(({ id }) => id));
  for (const { id, studyProgress, completedAt } of await readTasks(db, learner)) {
    if (!lowered.has(id)) continue;
    await db.execute(sql`
      update study_task_user set study_progress = ${studyProgress},
        completed_at = ${completedAt?.toISOString() ?? null}::timestamptz
      where enterprise_id = ${enterpriseId} and task_id = ${id} and user_id = ${userId}`);
  }
}
