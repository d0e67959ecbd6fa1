import { and, eq, inArray } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { INVITATIONS } from '#src/contract/rules/community.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { answerInvitation } from '#src/server/community/tables/post.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { requireReader } from '../community-reader.ts';
import { findPublished, requireUnlocked } from './find-post.ts';
import { readName, seesAuthor } from './post-author.ts';

/**
 * Invites active members to answer a question, each of them once; the viewer may invite a limited number to one question.
 * @returns how many were not invited before
 * @throws AppError 404; 409 for a locked or closed question; 422 for oneself, the author, and people who are not members; 429
 */
export async function inviteColleagues(
  ctx: Context,
  { questionId, userIds }: OperationInput<'POST /community/auth/post/invite'>,
) {
  const { db, tenant, viewer } = ctx;
  const reader = await requireReader(ctx);
  // Locked, so that invitations of one member at the same time are counted.
  const question = await findPublished(ctx, reader, questionId, true);
  if (question.kind !== 'question') throw notFound();
  requireUnlocked(reader, question);
  if (question.duplicateOf) throw new AppError(409, 'questionClosed');
  const invited = [...new Set(userIds)];
  if (invited.includes(viewer.userId)) throw invalid('field.inviteSelf');
  // An anonymous author is treated like everybody else: an error would tell who it is.
  if (invited.includes(question.authorId) && seesAuthor(reader, question)) throw invalid('field.inviteAuthor');
  const members = and(
    eq(enterpriseUser.enterpriseId, tenant.id),
    inArray(enterpriseUser.userId, invited),
    eq(enterpriseUser.status, 'active'),
  );
  if ((await db.$count(enterpriseUser, members)) < invited.length) throw invalid('field.notMembers');
  const rows = await db
    .insert(answerInvitation)
    .values(
      invited.toSorted().map((userId) => ({
        enterpriseId: tenant.id,
        questionId,
        userId,
        invitedBy: viewer.userId,
        gmtCreate: ctx.now(),
      })),
    )
    .onConflictDoNothing()
    .returning({ userId: answerInvitation.userId });
  const byViewer = and(
    eq(answerInvitation.enterpriseId, tenant.id),
    eq(answerInvitation.questionId, questionId),
    eq(answerInvitation.invitedBy, viewer.userId),
  );
  if ((await db.$count(answerInvitation, byViewer)) > INVITATIONS)
    throw new AppError(429, 'tooManyInvitations', { params: { limit: INVITATIONS } });
  // The anonymous author may invite too.
  const userName = viewer.userId === question.authorId && question.anonymous ? '' : await readName(ctx, viewer.userId);
  await sendNotices(
    db,
    tenant.id,
    rows
      .filter(({ userId }) => userId !== question.authorId)
      .map(({ userId }) => ({
        userId,
        kind: 'invited' as const,
        detail: { title: question.title!, userName },
        path: `/community/question/${questionId}`,
        source: `invited:${questionId}`,
        at: ctx.now(),
      })),
  );
  return { invited: rows.length };
}

const invalid = (key: string) => new AppError(422, 'invalid', { fields: [{ field: 'userIds', key }] });
