import { and, eq, inArray } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { readStudyState } from '#src/server/course/study-state.ts';
import { course } from '#src/server/course/tables.ts';
import { courseProgress } from '#src/server/study/tables/study.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { readRoom } from './read-room.ts';

/**
 * Returns a study room over several courses: its courses in order, those that may not be studied with the reason. The trees
 * of the courses are read one by one (`study/course/view`).
 * @throws AppError 404
 */
export async function viewRoom(ctx: Context, input: OperationInput<'GET /course/auth/study/room/view'>) {
  const found = await readRoom(ctx, input);
  if (!found) throw notFound();
  const ids = found.items.flatMap((item) => ('courseId' in item ? [item.courseId] : []));
  const courses = await readCourses(ctx, ids);
  const items = found.items.flatMap((item) => {
    if ('courseId' in item) {
      const found = courses.get(item.courseId);
      // What was studied early counts when the item opens (docs/decisions/051).
      return found ? { ...found, ...(item.lock && NOT_BEGUN), lock: item.lock ?? null } : [];
    }
    const { examId, title, completed, lock } = item;
    return {
      ...{ courseId: null, examId, title, lock, studyState: 'open' as const, studiedAt: null },
      studyProgress: completed ? 100 : 0,
      status: completed ? ('completed' as const) : ('notStarted' as const),
    };
  });
  const open = items.filter(({ courseId, studyState, lock }) => courseId !== null && studyState === 'open' && !lock);
  const latest = open
    .filter(({ studiedAt }) => studiedAt !== null)
    .sort((a, b) => b.studiedAt!.getTime() - a.studiedAt!.getTime())[0];
  const unfinished = open.find(({ status }) => status !== 'completed');
  const current = latest && latest.status !== 'completed' ? latest : (unfinished ?? latest ?? open[0]);
  const mean = items.reduce((sum, { studyProgress }) => sum + studyProgress, 0) / (items.length || 1);
  return {
    ...input,
    title: found.title,
    studyProgress: Math.floor(mean),
    currentCourseId: current?.courseId ?? null,
    items,
  };
}

const NOT_BEGUN = { studyProgress: 0, status: 'notStarted' as const };

/** The courses with the viewer's progress and whether the viewer may study them, by id. */
async function readCourses({ db, tenant, viewer }: Context, ids: string[]) {
  const rows = await db
    .select({
      id: course.id,
      title: course.title,
      status: course.status,
      registrationRequired: course.registrationRequired,
      purchaseRequired: course.purchaseRequired,
      studyProgress: courseProgress.studyProgress,
      learning: courseProgress.status,
      studiedAt: courseProgress.gmtModified,
    })
    .from(course)
    .leftJoin(
      courseProgress,
      and(
        eq(courseProgress.enterpriseId, course.enterpriseId),
        eq(courseProgress.courseId, course.id),
        eq(courseProgress.userId, viewer.userId),
      ),
    )
    .where(and(eq(course.enterpriseId, tenant.id), inArray(course.id, ids)));
  const found = new Map<string, ReturnType<typeof itemOf>>();
  const itemOf = (row: (typeof rows)[number], studyState: Awaited<ReturnType<typeof readStudyState>>) => ({
    courseId: row.id,
    examId: null,
    title: row.title,
    studyProgress: row.studyProgress ?? 0,
    status: row.learning ?? ('notStarted' as const),
    studyState,
    studiedAt: row.studiedAt,
  });
  // Courses without a requirement need no query.
  for (const row of rows) {
    const state = await readStudyState(db, tenant.id, viewer.userId, row);
    // One for others is not even named.
    if (row.status !== 'restricted' || state !== 'unpublished') found.set(row.id, itemOf(row, state));
  }
  return found;
}
