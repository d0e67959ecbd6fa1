import { and, eq, gt, isNull } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { announceChange } from '#src/server/core/db/changes.ts';
import { comment } from '#src/server/core/db/schema/community.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { commentGone, findComment } from './find-comment.ts';
import { requirePublished, type Subject } from './find-subject.ts';
import { countComments, replyOf, said, selectComments } from './select-comments.ts';

/** What one person may say within a minute (docs/operations.md). */
const PER_MINUTE = { limit: 10, seconds: 60 };
/** The same text again within this time is the same message sent twice, ms. */
const REPEATED = 60_000;

type Outside = Omit<Context, 'db'>;
type Values = Subject & { content: string; parentId?: string; replyToUserId?: string | null };

/**
 * Comments on a published subject.
 * @throws AppError 404, 429
 */
export async function saveComment(
  outside: Outside,
  subjectType: Subject['subjectType'],
  input: OperationInput<'POST /course/auth/course/comment/save'>,
) {
  await takeTurn(outside);
  return withTenant(outside.tenant.id, async (db) => {
    const ctx = { ...outside, db };
    const subject = { subjectType, subjectId: input.subjectId };
    await requirePublished(ctx, subject);
    const row = await insert(ctx, { ...subject, content: input.content });
    return {
      comment: { ...said(ctx, row), replyCount: 0, replies: [] },
      commentCount: await countComments(ctx, subject),
    };
  });
}

/**
 * Replies to a comment, or to a reply: then whom it answers is kept. The comment is locked, so that it is not deleted
 * in the same moment.
 * @throws AppError 404, 429
 */
export async function saveReply(
  outside: Outside,
  subjectType: Subject['subjectType'],
  input: OperationInput<'POST /course/auth/course/comment/reply/save'>,
) {
  await takeTurn(outside);
  return withTenant(outside.tenant.id, async (db) => {
    const ctx = { ...outside, db };
    const answered = await findComment(ctx, subjectType, input.commentId);
    const parent = answered && (await findComment(ctx, subjectType, answered.parentId ?? answered.id, 'share'));
    if (!parent) throw commentGone();
    await requirePublished(ctx, parent);
    const row = await insert(ctx, {
      subjectType,
      subjectId: parent.subjectId,
      content: input.content,
      parentId: parent.id,
      replyToUserId: answered.parentId ? answered.userId : null,
    });
    return { reply: replyOf(ctx, row), commentCount: await countComments(ctx, parent) };
  });
}

/** Counted before the transaction is open: a connection must not wait for another one. */
async function takeTurn({ tenant, viewer }: Outside): Promise<void> {
  try {
    await takeTry(`comment:${tenant.id}:${viewer.userId}`, PER_MINUTE);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 429)) throw error;
    throw new AppError(429, 'tooManyComments', { retryAfter: error.retryAfter });
  }
}

async function insert(ctx: Context, values: Values) {
  const { db, tenant, viewer } = ctx;
  const now = ctx.now();
  const { content: body, parentId = null, replyToUserId = null, ...subject } = values;
  const [same] = await db
    .select({ id: comment.id })
    .from(comment)
    .where(
      and(
        eq(comment.enterpriseId, tenant.id),
        eq(comment.userId, viewer.userId),
        eq(comment.subjectId, subject.subjectId),
        parentId ? eq(comment.parentId, parentId) : isNull(comment.parentId),
        eq(comment.body, body),
        isNull(comment.deletedAt),
        gt(comment.gmtCreate, new Date(now.getTime() - REPEATED)),
      ),
    )
    .limit(1);
  const [saved] = same
    ? [same]
    : await db
        .insert(comment)
        .values({
          enterpriseId: tenant.id,
          userId: viewer.userId,
          ...subject,
          parentId,
          replyToUserId,
          body,
          gmtCreate: now,
        })
        .returning({ id: comment.id });
  if (!same) await announceComments(ctx, subject);
  const [row] = await selectComments(db, and(eq(comment.enterpriseId, tenant.id), eq(comment.id, saved!.id)));
  return row!;
}

/** Kept pages with these comments, and those that say how many there are, are out of date. */
export async function announceComments({ db, tenant }: Context, { subjectType, subjectId }: Subject): Promise<void> {
  await announceChange(db, { enterpriseId: tenant.id, tags: [`comment:${subjectId}`, `comments:${subjectType}`] });
}
