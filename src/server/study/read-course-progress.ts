import { and, eq } from 'drizzle-orm';
import { courseProgress } from './tables/study.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/** Returns a user's progress in a course; `notStarted` if they never opened it. */
export async function readCourseProgress(
  db: TenantDb,
  { enterpriseId, userId }: { enterpriseId: string; userId: string },
  courseId: string,
) {
  const [row] = await db
    .select({
      studyProgress: courseProgress.studyProgress,
      status: courseProgress.status,
      lastResourceId: courseProgress.lastResourceId,
    })
    .from(courseProgress)
    .where(
      and(
        eq(courseProgress.enterpriseId, enterpriseId),
        eq(courseProgress.userId, userId),
        eq(courseProgress.courseId, courseId),
      ),
    );
  return row ?? { studyProgress: 0, status: 'notStarted' as const, lastResourceId: null };
}
