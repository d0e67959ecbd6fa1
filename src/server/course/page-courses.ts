import { and, eq, inArray, not, sql, type SQL } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { subjectTotal } from '#src/server/community/tables/comment.ts';
import { reaction } from './tables.ts';
import { course } from './tables.ts';
import { courseProgress } from '#src/server/study/tables/study.ts';
import type { Context, PublicContext } from '#src/server/core/context.ts';
import { hasKeyword } from '#src/server/search/has-keyword.ts';
import { categoryAndBelow } from './category-and-below.ts';
import { courseCard, selectCourses } from './course-card.ts';
import { isVisibleTo } from './tables/visible.ts';
import { knowledgeOrder } from './knowledge-order.ts';

type Input = OperationInput<'POST /course/api/course/info/page'>;
type OwnInput = OperationInput<'POST /course/auth/course/info/page'>;

/** Lists published courses (8 a page, courseType 1; 0 means all types), the same for everybody: without those that have an audience. */
export function pageCourses(ctx: PublicContext, input: Input) {
  return pageWhere({ ...ctx, viewer: null }, input);
}

async function pageWhere({ db, tenant, locale, viewer }: PublicContext, input: Input, more?: SQL) {
  const where = and(
    eq(course.enterpriseId, tenant.id),
    isVisibleTo({ tenant, viewer }),
    input.courseType ? eq(course.courseType, input.courseType) : undefined,
    input.lecturerId ? eq(course.lecturerId, input.lecturerId) : undefined,
    await hasKeyword(db, { id: course.id, kind: 'course', keyword: input.keyword }),
    input.categoryId ? sql`${course.categoryId} in (${categoryAndBelow(tenant.id, input.categoryId)})` : undefined,
    input.hourKind ? eq(course.hourKind, input.hourKind) : undefined,
    input.need && hasRequirement(input.need),
    more,
  );
  const { limit, offset } = slice(input);
  const rows = await selectCourses(db, where).orderBy(knowledgeOrder(input.sort, ORDER)).limit(limit).offset(offset);
  return paging(
    input,
    await db.$count(course, where),
    rows.map((row) => courseCard(row, locale)),
  );
}

const ORDER = {
  ratingSum: sql`${subjectTotal.ratingSum}`,
  ratingCount: sql`${subjectTotal.ratingCount}`,
  studentCount: sql`${subjectTotal.studentCount}`,
  classHours: sql`${course.classHours}`,
  publishedAt: sql`${course.publishedAt}`,
  id: sql`${course.id}`,
};

function hasRequirement(need: NonNullable<Input['need']>): SQL | undefined {
  if (need === 'registration') return eq(course.registrationRequired, true);
  if (need === 'purchase') return eq(course.purchaseRequired, true);
  return and(eq(course.registrationRequired, false), eq(course.purchaseRequired, false));
}

/** Lists published courses with the user's progress; can filter by learning state and bookmark. */
export async function pageCoursesOfViewer(ctx: Context, input: OwnInput) {
  const { tenant, viewer } = ctx;
  const found = await pageWhere(
    ctx,
    input,
    and(hasLearningState(ctx, input.learningState), isBookmarked(ctx, input.bookmarked)),
  );
  const progress = await ctx.db
    .select({
      courseId: courseProgress.courseId,
      studyProgress: courseProgress.studyProgress,
      status: courseProgress.status,
    })
    .from(courseProgress)
    .where(
      and(
        eq(courseProgress.enterpriseId, tenant.id),
        eq(courseProgress.userId, viewer.userId),
        inArray(
          courseProgress.courseId,
          found.list.map(({ id }) => id),
        ),
      ),
    );
  const byCourse = new Map(progress.map((row) => [row.courseId, row]));
  return {
    ...found,
    list: found.list.map((card) => ({
      ...card,
      studyProgress: byCourse.get(card.id)?.studyProgress ?? 0,
      status: byCourse.get(card.id)?.status ?? ('notStarted' as const),
    })),
  };
}

function hasLearningState({ db, tenant, viewer }: Context, state: OwnInput['learningState']): SQL | undefined {
  if (!state) return undefined;
  const begun = db
    .select({ id: courseProgress.courseId })
    .from(courseProgress)
    .where(
      and(
        eq(courseProgress.enterpriseId, tenant.id),
        eq(courseProgress.userId, viewer.userId),
        state === 'notStarted' ? undefined : eq(courseProgress.status, state),
      ),
    );
  return state === 'notStarted' ? not(inArray(course.id, begun)) : inArray(course.id, begun);
}

function isBookmarked({ db, tenant, viewer }: Context, bookmarked: boolean | undefined): SQL | undefined {
  if (!bookmarked) return undefined;
  const kept = db
    .select({ id: reaction.subjectId })
    .from(reaction)
    .where(
      and(
        eq(reaction.enterpriseId, tenant.id),
        eq(reaction.userId, viewer.userId),
        eq(reaction.subjectType, 'course'),
        sql`${reaction.bookmarkedAt} is not null`,
      ),
    );
  return inArray(course.id, kept);
}
