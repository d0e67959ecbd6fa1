import { and, eq, sql } from 'drizzle-orm';
import { readStudyState, type StudyState } from '#src/server/course/study-state.ts';
import { course } from '#src/server/course/tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

type Block = Exclude<StudyState, 'open' | 'unpublished'>;

/**
 * Returns why a user may not start an exam of a course: the course is not open to them (docs/specification.md, section
 * "Access to courses"). A task that assigns the exam to the user overrides this. An unpublished course does not block
 * its exams, which are published separately.
 * @returns null when the exam is not blocked
 */
export async function courseBlock(
  db: TenantDb,
  who: { enterpriseId: string; userId: string },
  exam: { id: string; courseId: string | null },
): Promise<Block | null> {
  if (!exam.courseId) return null;
  const [found] = await db
    .select()
    .from(course)
    .where(and(eq(course.enterpriseId, who.enterpriseId), eq(course.id, exam.courseId)));
  if (!found) return null;
  const state = await readStudyState(db, who.enterpriseId, who.userId, { ...found, status: 'published' });
  if (state === 'open' || state === 'unpublished' || (await isAssigned(db, who, exam.id))) return null;
  return state;
}

async function isAssigned(
  db: TenantDb,
  { enterpriseId, userId }: { enterpriseId: string; userId: string },
  examId: string,
) {
  const { rows } = await db.execute(sql`
    select from portal.assigned_items(${enterpriseId}) i where i.user_id = ${userId} and i.exam_id = ${examId} limit 1`);
  return rows.length > 0;
}
