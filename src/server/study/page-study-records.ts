import { and, desc, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { course, courseResource } from '#src/server/course/tables.ts';
import { resourceProgress } from './tables/study.ts';
import type { Context } from '#src/server/core/context.ts';

/** Returns a page of the viewer's progress per resource, most recent first; of one course or of all. */
export async function pageStudyRecords(
  { db, tenant, viewer }: Context,
  input: OperationInput<'POST /data/auth/course/user/progress/user/course/study/page'>,
) {
  const where = and(
    eq(resourceProgress.enterpriseId, tenant.id),
    eq(resourceProgress.userId, viewer.userId),
    input.courseId ? eq(resourceProgress.courseId, input.courseId) : undefined,
  );
  const { limit, offset } = slice(input);
  const rows = await db
    .select({
      subResourceId: courseResource.id,
      subResourceName: courseResource.subResourceName,
      contentType: courseResource.contentType,
      resourceType: courseResource.resourceType,
      totalDuration: courseResource.totalDuration,
      courseId: course.id,
      courseTitle: course.title,
      studyProgress: resourceProgress.studyProgress,
      watchedSeconds: resourceProgress.watchedSeconds,
      studySeconds: resourceProgress.studySeconds,
      completedAt: resourceProgress.completedAt,
      gmtModified: resourceProgress.gmtModified,
    })
    .from(resourceProgress)
    .innerJoin(
      courseResource,
      and(
        eq(courseResource.enterpriseId, resourceProgress.enterpriseId),
        eq(courseResource.id, resourceProgress.resourceId),
      ),
    )
    .innerJoin(
      course,
      and(eq(course.enterpriseId, resourceProgress.enterpriseId), eq(course.id, resourceProgress.courseId)),
    )
    .where(where)
    .orderBy(desc(resourceProgress.gmtModified), desc(resourceProgress.resourceId))
    .limit(limit)
    .offset(offset);
  return paging(input, await db.$count(resourceProgress, where), rows);
}
