import { isVisibleTo } from '#src/server/course/tables/visible.ts';
import { and, eq } from 'drizzle-orm';
import { published } from '#src/server/announcement/published.ts';
import { announcement } from '#src/server/announcement/tables.ts';
import type { SubjectType } from '#src/server/community/tables/comment.ts';
import { course, project } from '#src/server/course/tables.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { requireReader } from '../community-reader.ts';
import { findPublished, requireUnlocked } from '../post/find-post.ts';

/** What a comment is about. */
export type Subject = { subjectType: SubjectType; subjectId: string };

/**
 * Checks that a subject is published in this tenant, and visible to the viewer.
 * @param isWriting for a new comment: locked posts accept none
 * @throws AppError 404, 409
 */
export async function requirePublished(
  ctx: PublicContext,
  { subjectType, subjectId }: Subject,
  isWriting = false,
): Promise<void> {
  const { db, tenant } = ctx;
  if (subjectType === 'post') {
    const reader = await requireReader(ctx);
    const found = await findPublished(ctx, reader, subjectId);
    if (isWriting) requireUnlocked(reader, found);
    return;
  }
  const found =
    subjectType === 'announcement'
      ? await db.$count(announcement, and(published(ctx), eq(announcement.id, subjectId)))
      : await inCatalogue(subjectType === 'course' ? course : project);
  if (found === 0) throw notFound();

  function inCatalogue(table: typeof course | typeof project) {
    return db.$count(
      table,
      and(
        eq(table.enterpriseId, tenant.id),
        eq(table.id, subjectId),
        table === course ? isVisibleTo(ctx) : eq(project.status, 'published'),
      ),
    );
  }
}
