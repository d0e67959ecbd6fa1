import { and, desc, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { course, courseResource } from '#src/server/course/tables.ts';
import { courseProgress } from './tables/study.ts';
import { publicFileUrl } from '#src/server/file/file-url.ts';
import type { Context } from '#src/server/core/context.ts';

type Input = OperationInput<'POST /data/auth/course/user/progress/user/page'>;

/** Returns a page of the courses that the viewer has started, with progress, most recent first. */
export async function pageMyCourses({ db, tenant, viewer }: Context, input: Input) {
  const where = and(
    eq(courseProgress.enterpriseId, tenant.id),
    eq(courseProgress.userId, viewer.userId),
    input.status ? eq(courseProgress.status, input.status) : undefined,
  );
  const { limit, offset } = slice(input);
  const rows = await db
    .select({
      courseId: course.id,
      title: course.title,
      coverFileId: course.coverFileId,
      courseType: course.courseType,
      studyProgress: courseProgress.studyProgress,
      status: courseProgress.status,
      studySeconds: courseProgress.studySeconds,
      lastResourceId: courseProgress.lastResourceId,
      lastResourceName: courseResource.subResourceName,
      startedAt: courseProgress.startedAt,
      completedAt: courseProgress.completedAt,
      gmtModified: courseProgress.gmtModified,
    })
    .from(courseProgress)
    .innerJoin(
      course,
      and(eq(course.enterpriseId, courseProgress.enterpriseId), eq(course.id, courseProgress.courseId)),
    )
    .leftJoin(
      courseResource,
      and(
        eq(courseResource.enterpriseId, courseProgress.enterpriseId),
        eq(courseResource.id, courseProgress.lastResourceId),
      ),
    )
    .where(where)
    .orderBy(desc(courseProgress.gmtModified), desc(courseProgress.courseId))
    .limit(limit)
    .offset(offset);
  return paging(
    input,
    await db.$count(courseProgress, where),
    rows.map(({ coverFileId, ...row }) => ({ ...row, cover: publicFileUrl(coverFileId) })),
  );
}
