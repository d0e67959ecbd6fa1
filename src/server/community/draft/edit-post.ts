import { randomUUID } from 'node:crypto';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { picturesOf } from '#src/lib/rich-document/read-document.ts';
import { postDraft } from '#src/server/community/tables/post.ts';
import type { Context } from '#src/server/core/context.ts';
import { requireReader } from '../community-reader.ts';
import { readLabelIds } from '../label/label-ids.ts';
import { draftView, lockEditable } from './own-draft.ts';
import { takePictures } from '#src/server/file/own-pictures.ts';

/**
 * A draft to edit one of one's own posts: the one begun earlier, or a new one with the text of the post.
 * @throws AppError 403 for somebody else's post; 404; 409 for a locked one
 */
export async function editPost(ctx: Context, { postId }: { postId: string }) {
  const { db, tenant, viewer } = ctx;
  // Locked, so that two tabs begin one draft.
  const found = await lockEditable(ctx, await requireReader(ctx), postId);
  await takePictures(ctx, picturesOf(found.body));
  const [begun] = await db
    .select()
    .from(postDraft)
    .where(
      and(
        eq(postDraft.enterpriseId, tenant.id),
        eq(postDraft.authorId, viewer.userId),
        eq(postDraft.postId, postId),
        isNull(postDraft.publishedAt),
      ),
    )
    .orderBy(desc(postDraft.gmtModified))
    .limit(1);
  if (begun) return draftView(ctx, begun);
  const { kind, questionId, title, body, coverFileId, anonymous } = found;
  const { subjectType, subjectId, subjectPlace } = found;
  const [draft] = await db
    .insert(postDraft)
    .values({
      ...{ enterpriseId: tenant.id, authorId: viewer.userId, id: randomUUID(), postId, gmtModified: ctx.now() },
      ...{ kind, questionId, title: title ?? '', body, coverFileId, anonymous },
      ...{ subjectType, subjectId, subjectPlace },
      labelIds: await readLabelIds(ctx, postId),
    })
    .returning();
  return draftView(ctx, draft!);
}
