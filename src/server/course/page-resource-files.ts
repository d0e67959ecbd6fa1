import { isVisibleTo } from './tables/visible.ts';
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import { course, courseResource } from './tables.ts';
import { file } from '#src/server/file/tables.ts';
import { resourceProgress } from '#src/server/study/tables/study.ts';
import type { Context } from '#src/server/core/context.ts';
import { hasKeyword } from '#src/server/search/has-keyword.ts';

type Input = OperationInput<'POST /course/auth/resource/file/page'>;

/** Lists the files of published courses, newest course first, without their URLs, which only the study room returns. */
export async function pageResourceFiles({ db, tenant, viewer }: Context, input: Input) {
  const where = and(
    eq(courseResource.enterpriseId, tenant.id),
    eq(courseResource.published, true),
    isVisibleTo({ tenant, viewer }),
    input.courseId ? eq(courseResource.courseId, input.courseId) : undefined,
    input.resourceType ? eq(courseResource.resourceType, input.resourceType) : undefined,
    await hasKeyword(db, { id: courseResource.id, kind: 'resource', keyword: input.keyword }),
  );
  return readPage(input, ({ limit, offset }) =>
    db
      .select({
        subResourceId: courseResource.id,
        subResourceName: courseResource.subResourceName,
        contentType: courseResource.contentType,
        resourceType: courseResource.resourceType,
        totalDuration: courseResource.totalDuration,
        fileName: file.fileName,
        fileSize: file.fileSize,
        courseId: course.id,
        courseTitle: course.title,
        studyProgress: sql<number>`coalesce(${resourceProgress.studyProgress}, 0)`,
        totalCount: sql<number>`(count(*) over ())::int`,
      })
      .from(courseResource)
      .innerJoin(
        course,
        and(eq(course.enterpriseId, courseResource.enterpriseId), eq(course.id, courseResource.courseId)),
      )
      .innerJoin(file, and(eq(file.enterpriseId, courseResource.enterpriseId), eq(file.id, courseResource.fileId)))
      .leftJoin(
        resourceProgress,
        and(
          eq(resourceProgress.enterpriseId, courseResource.enterpriseId),
          eq(resourceProgress.resourceId, courseResource.id),
          eq(resourceProgress.userId, viewer.userId),
        ),
      )
      .where(where)
      .orderBy(desc(course.publishedAt), desc(course.id), asc(courseResource.sort), asc(courseResource.id))
      .limit(limit)
      .offset(offset),
  );
}
