import { and, desc, eq, ne, or } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import { comment } from '#src/server/community/tables/comment.ts';
import { moderationDecision } from '#src/server/community/tables/moderation.ts';
import { post } from '#src/server/community/tables/post.ts';
import type { Context } from '#src/server/core/context.ts';
import { requireReader } from '../community-reader.ts';
import { isAppealable } from './appeal.ts';
import { selectDecisions, subjectView } from './select-cases.ts';

/**
 * Decisions about the viewer's posts and comments, newest first. Neither dismissed reports nor the names of moderators are
 * sent.
 */
export async function pageOwnDecisions(ctx: Context, input: OperationInput<'POST /community/auth/moderation/mine'>) {
  const { db, tenant, viewer } = ctx;
  await requireReader(ctx);
  const isOwn = and(
    eq(moderationDecision.enterpriseId, tenant.id),
    ne(moderationDecision.action, 'dismiss'),
    or(eq(post.authorId, viewer.userId), eq(comment.userId, viewer.userId)),
  );
  const found = await readPage(input, ({ limit, offset }) =>
    selectDecisions(db, isOwn)
      .orderBy(desc(moderationDecision.gmtCreate), desc(moderationDecision.id))
      .limit(limit)
      .offset(offset),
  );
  return {
    ...found,
    list: found.list.map(({ decision, ...row }) => {
      const { path, title, excerpt } = subjectView(row);
      return {
        ...decision,
        decidedByName: '',
        subjectTitle: title || excerpt,
        path,
        appealable: isAppealable(decision, row),
      };
    }),
  };
}
