import { and, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { comment } from '#src/server/community/tables/comment.ts';
import { moderationCase, moderationReport } from '#src/server/community/tables/moderation.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { commentNotFound, isShown } from '../comment/find-comment.ts';
import { requirePublished } from '../comment/find-subject.ts';
import { requireReader } from '../community-reader.ts';
import { findPublished } from '../post/find-post.ts';

/** Limit of reports of one member (docs/operations.md). */
const PER_HOUR = { limit: 20, seconds: 3600 };

type Input = OperationInput<'POST /community/auth/report/save'>;

/**
 * Reports a post or comment. A member reports a case once; repeated, nothing changes.
 * @throws AppError 403 for one's own; 404; 429
 */
export async function saveReport(context: Omit<Context, 'db'>, input: Input) {
  const { tenant, viewer } = context;
  // Counted before the transaction: a request that holds a connection must not wait for a second one.
  await takeTry(`report:${tenant.id}:${viewer.userId}`, PER_HOUR);
  return withTenant(tenant.id, async (db) => {
    const ctx = { ...context, db };
    const authorId = input.postId
      ? await authorOfPost(ctx, input.postId)
      : await authorOfComment(ctx, input.commentId!);
    if (authorId === viewer.userId) throw new AppError(403, 'cannotReportOwn');
    const caseId = await openCase(ctx, input);
    const { reason, note } = input;
    const own = { enterpriseId: tenant.id, caseId };
    const { rowCount } = await db
      .insert(moderationReport)
      .values({ ...own, userId: viewer.userId, reason, note: note || null, gmtCreate: ctx.now() })
      .onConflictDoNothing();
    if (rowCount)
      await db
        .update(moderationCase)
        .set({ reportCount: sql`${moderationCase.reportCount} + 1` })
        .where(and(eq(moderationCase.enterpriseId, tenant.id), eq(moderationCase.id, caseId)));
    return {};
  });
}

async function authorOfPost(ctx: Context, id: string): Promise<string> {
  return (await findPublished(ctx, await requireReader(ctx), id)).authorId;
}

async function authorOfComment(ctx: Context, id: string): Promise<string> {
  const [found] = await ctx.db
    .select()
    .from(comment)
    .where(and(eq(comment.enterpriseId, ctx.tenant.id), eq(comment.id, id), isShown()));
  if (!found) throw commentNotFound();
  await requirePublished(ctx, found);
  return found.userId;
}

/** The open case of a subject, locked; a new one if there is none. */
async function openCase({ db, tenant, now }: Context, { postId, commentId }: Input): Promise<string> {
  const [open] = await db
    .insert(moderationCase)
    .values({ enterpriseId: tenant.id, postId, commentId, source: 'report', gmtCreate: now() })
    .onConflictDoUpdate({
      target: [moderationCase.enterpriseId, postId ? moderationCase.postId : moderationCase.commentId],
      targetWhere: postId
        ? sql`state = 'open' and post_id is not null`
        : sql`state = 'open' and comment_id is not null`,
      // Changes nothing; the row is locked and returned.
      set: { state: 'open' },
    })
    .returning({ id: moderationCase.id });
  return open!.id;
}
