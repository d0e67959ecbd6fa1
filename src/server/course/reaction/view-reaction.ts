import { and, eq, sql } from 'drizzle-orm';
import { ratingMean } from '#src/server/course/course-card.ts';
import { subjectTotal } from '#src/server/community/tables/comment.ts';
import { reaction } from '../tables.ts';
import { projectCourse } from '#src/server/course/tables.ts';
import type { Context, PublicContext } from '#src/server/core/context.ts';
import { requirePublished, type Subject } from './reaction-subject.ts';

/** Returns the numbers of likes, bookmarks, ratings, comments and students of a published course or project. */
export async function viewReaction(ctx: PublicContext, subject: Subject) {
  await requirePublished(ctx, subject);
  return readSums(ctx, subject);
}

/** Like `viewReaction`, with the user's own reaction. */
export async function viewReactionOfViewer(ctx: Context, subject: Subject) {
  await requirePublished(ctx, subject);
  return { ...(await readSums(ctx, subject)), ...(await readOwn(ctx, subject)) };
}

async function readOwn({ db, tenant, viewer }: Context, { subjectType, subjectId }: Subject) {
  const [own] = await db
    .select()
    .from(reaction)
    .where(
      and(
        eq(reaction.enterpriseId, tenant.id),
        eq(reaction.subjectType, subjectType),
        eq(reaction.subjectId, subjectId),
        eq(reaction.userId, viewer.userId),
      ),
    );
  return {
    liked: Boolean(own?.likedAt),
    bookmarked: Boolean(own?.bookmarkedAt),
    rating: own?.rating ?? null,
  };
}

async function readSums({ db, tenant }: PublicContext, { subjectType, subjectId }: Subject) {
  const [sums] = await db
    .select()
    .from(subjectTotal)
    .where(
      and(
        eq(subjectTotal.enterpriseId, tenant.id),
        eq(subjectTotal.subjectType, subjectType),
        eq(subjectTotal.subjectId, subjectId),
      ),
    );
  return {
    likeCount: sums?.likeCount ?? 0,
    bookmarkCount: sums?.bookmarkCount ?? 0,
    commentCount: sums?.commentCount ?? 0,
    ratingCount: sums?.ratingCount ?? 0,
    ratingMean: ratingMean(sums?.ratingSum ?? 0, sums?.ratingCount ?? 0),
    studentCount:
      subjectType === 'course' ? (sums?.studentCount ?? 0) : await studentsOfProject(db, tenant.id, subjectId),
    ratings: sums?.ratingCounts ?? [0, 0, 0, 0, 0],
  };
}

async function studentsOfProject(db: PublicContext['db'], enterpriseId: string, projectId: string): Promise<number> {
  const [sum] = await db
    .select({ count: sql<number>`coalesce(sum(${subjectTotal.studentCount}), 0)::int` })
    .from(projectCourse)
    .innerJoin(
      subjectTotal,
      and(
        eq(subjectTotal.enterpriseId, projectCourse.enterpriseId),
        eq(subjectTotal.subjectType, 'course'),
        eq(subjectTotal.subjectId, projectCourse.courseId),
      ),
    )
    .where(and(eq(projectCourse.enterpriseId, enterpriseId), eq(projectCourse.projectId, projectId)));
  return sum!.count;
}
