import type { OperationInput } from '#src/contract/calls.ts';
import { postDraft } from '#src/server/community/tables/post.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { announcePost } from '../announce-post.ts';
import { requireReader } from '../community-reader.ts';
import { type Post, readPost } from '../post/find-post.ts';
import { notifyPublished } from '../post/notify-published.ts';
import { openDraft } from './open-draft.ts';
import { isOwnDraft } from './own-draft.ts';
import { publishEdit } from './publish-edit.ts';
import { publishNew } from './publish-new.ts';

/**
 * Publishes a draft with the content that comes along: as a new post, or as an edit of one's own. Repeated, also from
 * another tab at the same time, it answers with the same post.
 * @throws AppError 403; 404; 409 for a draft that was saved elsewhere, or a question that takes no answers; 422; 429
 */
export async function publishDraft(
  ctx: Context,
  { reason, ...input }: OperationInput<'POST /community/auth/draft/publish'>,
): Promise<Post> {
  const { db } = ctx;
  const reader = await requireReader(ctx);
  const draft = await openDraft(ctx, reader, input);
  if (draft.publishedAt) return published(await readPost(ctx, draft.postId!));
  const saved = draft.postId
    ? await publishEdit(ctx, reader, draft, reason || null)
    : await publishNew(ctx, reader, draft);
  await db
    .update(postDraft)
    .set({
      ...{ postId: saved.id, publishedAt: ctx.now(), gmtModified: ctx.now() },
      ...{ body: null, title: '', labelIds: [], coverFileId: null },
    })
    .where(isOwnDraft(ctx, draft.id));
  if (saved.state === 'published') await notifyPublished(ctx, saved);
  await announcePost(ctx, saved.questionId ?? saved.id);
  return published(saved);
}

function published(post: Post | undefined): Post {
  if (!post) throw notFound();
  return post;
}
