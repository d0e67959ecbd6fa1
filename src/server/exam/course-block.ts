import { and, eq, sql } from 'drizzle-orm';
import { readLocks } from '#src/server/course/item-locks.ts';
import { readCatalogue } from '#src/server/course/read-catalogue.ts';
import { readStudyState, type StudyState } from '#src/server/course/study-state.ts';
import { course } from '#src/server/course/tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

type Who = { enterpriseId: string; userId: string };
type Block = Exclude<StudyState, 'open' | 'unpublished'> | 'itemLocked';

/**
 * Returns why a user may not start an exam of a course: the course is not open to them (docs/specification.md, section
 * "Access to courses"), or the exam is an item of it that is locked. A task that assigns the exam to the user overrides this. An unpublished course does not block
 * its exams, which are published separately.
 * @returns null when the exam is not blocked
 */
export async function courseBlock(
  db: TenantDb,
  who: Who,
  exam: { id: string; courseId: string | null },
  at: Date,
): Promise<Block | null> {
  if (!exam.courseId) return null;
  const [found] = await db
    .select({
      course,
      // Written out: Drizzle leaves the table of a column out where a query has one, and these would be columns of r.
      isReleased: sql<boolean>`exists (select from course_resource r where r.enterprise_id = course.enterprise_id
        and r.course_id = course.id and (r.release_at is not null or r.release_days is not null))`,
    })
    .from(course)
    .where(and(eq(course.enterpriseId, who.enterpriseId), eq(course.id, exam.courseId)));
  if (!found) return null;
  const { course: of, isReleased } = found;
  const state = await readStudyState(db, who.enterpriseId, who.userId, { ...of, status: 'published' });
  if (state === 'unpublished') return null;
  const isLocked =
    state === 'open' && (of.itemsInOrder || isReleased) && (await isItemLocked(db, who, of, exam.id, at));
  if (state === 'open' && !isLocked) return null;
  if (await isAssigned(db, who, exam.id)) return null;
  return state === 'open' ? 'itemLocked' : state;
}

/** Whether the course has the exam as an item, and it cannot be opened yet. */
async function isItemLocked(db: TenantDb, who: Who, of: typeof course.$inferSelect, examId: string, now: Date) {
  const items = await readCatalogue(db, who.enterpriseId, of.id);
  const locks = await readLocks(db, { ...who, now }, of, items);
  const own = items.filter((item) => item.examId === examId);
  return own.length > 0 && own.every(({ id }) => locks.has(id));
}

async function isAssigned(db: TenantDb, { enterpriseId, userId }: Who, examId: string) {
  const { rows } = await db.execute(sql`
    select from portal.assigned_items(${enterpriseId}) i where i.user_id = ${userId} and i.exam_id = ${examId} limit 1`);
  return rows.length > 0;
}
