import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { paging, slice } from '#src/server/db/paging.ts';
import { course } from '#src/server/db/schema/course.ts';
import { courseProgress } from '#src/server/db/schema/study.ts';
import type { Context, PublicContext } from '#src/server/http/context.ts';
import { courseCard, selectCourses } from './course-card.ts';

type Input = {
  pageCurrent: number;
  pageSize: number;
  courseType: number;
  keyword?: string;
  categoryId?: string;
  lecturerId?: string;
};

/** Published courses, newest first (spec section 9: page size 8, courseType 1; 0 is every type). */
export async function pageCourses({ db, tenant, locale }: PublicContext, input: Input) {
  const where = and(
    eq(course.enterpriseId, tenant.id),
    eq(course.status, 'published'),
    input.courseType ? eq(course.courseType, input.courseType) : undefined,
    input.lecturerId ? eq(course.lecturerId, input.lecturerId) : undefined,
    input.keyword
      ? sql`strpos(lower(concat_ws(' ', ${course.title}, ${course.summary})), lower(${input.keyword})) > 0`
      : undefined,
    input.categoryId ? sql`${course.categoryId} in (${categoryAndBelow(tenant.id, input.categoryId)})` : undefined,
  );
  const { limit, offset } = slice(input);
  const rows = await selectCourses(db, where)
    .orderBy(desc(course.publishedAt), desc(course.id))
    .limit(limit)
    .offset(offset);
  return paging(
    input,
    await db.$count(course, where),
    rows.map((row) => courseCard(row, locale)),
  );
}

/** The same with the viewer's progress in each. */
export async function pageCoursesOfViewer(ctx: Context, input: Input) {
  const found = await pageCourses(ctx, input);
  const standings = await ctx.db
    .select({
      courseId: courseProgress.courseId,
      studyProgress: courseProgress.studyProgress,
      status: courseProgress.status,
    })
    .from(courseProgress)
    .where(
      and(
        eq(courseProgress.enterpriseId, ctx.tenant.id),
        eq(courseProgress.userId, ctx.viewer.userId),
        inArray(
          courseProgress.courseId,
          found.list.map(({ id }) => id),
        ),
      ),
    );
  const byCourse = new Map(standings.map((standing) => [standing.courseId, standing]));
  return {
    ...found,
    list: found.list.map((card) => ({
      ...card,
      studyProgress: byCourse.get(card.id)?.studyProgress ?? 0,
      status: byCourse.get(card.id)?.status ?? ('notStarted' as const),
    })),
  };
}

function categoryAndBelow(enterpriseId: string, categoryId: string) {
  return sql`
    with recursive below as (
      select id from category where enterprise_id = ${enterpriseId} and id = ${categoryId} and published
      union
      select c.id from category c join below on c.parent_id = below.id where c.enterprise_id = ${enterpriseId} and c.published
    ) select id from below`;
}
