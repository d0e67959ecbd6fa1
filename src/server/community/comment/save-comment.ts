import { and, eq, gt, isNull } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { announceChange } from '#src/server/core/db/changes.ts';
import { comment } from '#src/server/community/tables/comment.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { commentNotFound, findComment } from './find-comment.ts';
import { requirePublished, type Subject } from './find-subject.ts';
import { notifyCommented } from './notify-commented.ts';
import { commentView, countComments, replyView, selectComments } from './select-comments.ts';
import { moderationCase } from '#src/server/community/tables/moderation.ts';
import { screenText } from '../moderation/screen-text.ts';

/** Limit of comments of one user (docs/operations.md). */
const PER_MINUTE = { limit: 10, seconds: 60 };
/** The same text within this time is treated as a repeated request. */
const REPEAT_WINDOW_MS = 60_000;

type ContextWithoutDb = Omit<Context, 'db'>;
type Values = Subject & {
  content: string;
  parentId?: string;
  replyToUserId?: string | null;
  /** Author of the comment or reply that is answered. */
  answeredUserId?: string;
};

/**
 * Saves a comment on a published subject.
 * @throws AppError 404; 409 for a locked post; 422 for filtered words; 429
 */
export async function saveComment(
  context: ContextWithoutDb,
  subjectType: Subject['subjectType'],
  input: OperationInput<'POST /course/auth/course/comment/save'>,
) {
  await checkRate(context);
  return withTenant(context.tenant.id, async (db) => {
    const ctx = { ...context, db };
    const subject = { subjectType, subjectId: input.subjectId };
    await requirePublished(ctx, subject, true);
    const { row, held } = await insert(ctx, { ...subject, content: input.content });
    return {
      comment: { ...commentView(ctx, row), replyCount: 0, replies: [] },
      held,
      commentCount: await countComments(ctx, subject),
    };
  });
}

/**
 * Saves a reply to a comment, or to another reply, whose author is then stored. The comment is locked, so that it
 * cannot be deleted concurrently.
 * @throws AppError 404; 409 for a locked post; 422 for filtered words; 429
 */
export async function saveReply(
  context: ContextWithoutDb,
  subjectType: Subject['subjectType'],
  input: OperationInput<'POST /course/auth/course/comment/reply/save'>,
) {
  await checkRate(context);
  return withTenant(context.tenant.id, async (db) => {
    const ctx = { ...context, db };
    const answered = await findComment(ctx, subjectType, input.commentId);
    const parent = answered && (await findComment(ctx, subjectType, answered.parentId ?? answered.id, 'share'));
    if (!parent) throw commentNotFound();
    await requirePublished(ctx, parent, true);
    const { row, held } = await insert(ctx, {
      subjectType,
      subjectId: parent.subjectId,
      content: input.content,
      parentId: parent.id,
      replyToUserId: answered.parentId ? answered.userId : null,
      answeredUserId: answered.userId,
    });
    return { reply: replyView(ctx, row), held, commentCount: await countComments(ctx, parent) };
  });
}

/** Counted before the transaction: a request that holds a connection must not wait for a second one. */
async function checkRate({ tenant, viewer }: ContextWithoutDb): Promise<void> {
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
  const { content: body, parentId = null, replyToUserId = null, answeredUserId, ...subject } = values;
  const [same] = await db
    .select({ id: comment.id, hiddenAt: comment.hiddenAt })
    .from(comment)
    .where(
      and(
        eq(comment.enterpriseId, tenant.id),
        eq(comment.userId, viewer.userId),
        eq(comment.subjectId, subject.subjectId),
        parentId ? eq(comment.parentId, parentId) : isNull(comment.parentId),
        eq(comment.body, body),
        isNull(comment.deletedAt),
        gt(comment.gmtCreate, new Date(now.getTime() - REPEAT_WINDOW_MS)),
      ),
    )
    .limit(1);
  const hold = same ? null : await screenComment(ctx, body);
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
          hiddenAt: hold ? now : null,
        })
        .returning({ id: comment.id, hiddenAt: comment.hiddenAt });
  if (hold) await holdComment(ctx, saved!.id, hold);
  if (!same && !hold) {
    await announceComments(ctx, subject);
    await notifyCommented(ctx, { ...subject, id: saved!.id, userId: viewer.userId, answeredUserId });
  }
  const [row] = await selectComments(ctx, and(eq(comment.enterpriseId, tenant.id), eq(comment.id, saved!.id)));
  return { row: row!, held: saved!.hiddenAt !== null };
}

/** Invalidates cached pages that show these comments or their number. */
export async function announceComments({ db, tenant }: Context, { subjectType, subjectId }: Subject): Promise<void> {
  await announceChange(db, { enterpriseId: tenant.id, tags: [`comment:${subjectId}`, `comments:${subjectType}`] });
}

/**
 * Applies the word filter to a comment.
 * @returns the words for which it is held until a moderator has read it; null for none
 * @throws AppError 422 for words that comments may not contain
 */
async function screenComment(ctx: Context, content: string): Promise<string[] | null> {
  const screened = await screenText(ctx, content);
  if (screened === 'ok') return null;
  if ('review' in screened) return screened.review;
  throw new AppError(422, 'filteredWords', {
    params: { words: screened.reject.join(', ') },
    fields: [{ field: 'content', key: 'field.filteredWords' }],
  });
}

/** Puts a held comment into the queue of the moderators. */
async function holdComment({ db, tenant, now }: Context, commentId: string, words: string[]): Promise<void> {
  const source = 'wordFilter';
  await db
    .insert(moderationCase)
    .values({ enterpriseId: tenant.id, commentId, source, detail: words.join(', '), gmtCreate: now() })
    .onConflictDoNothing();
}
