import { and, eq, inArray } from 'drizzle-orm';
import { canonicalJson } from '#src/lib/canonical-json.ts';
import { post, postLabel, postVersion } from '#src/server/community/tables/post.ts';
import type { Context } from '#src/server/core/context.ts';
import type { Reader } from '../community-reader.ts';
import { readLabelIds } from '../label/label-ids.ts';
import type { Post } from '../post/find-post.ts';
import { readSettings } from '../settings.ts';
import { checkContent } from './check-content.ts';
import { lockEditable, type DraftRow } from './own-draft.ts';
import { protectPictures } from '#src/server/file/own-pictures.ts';
import { holdPost, screenPost } from './screen-post.ts';

/**
 * Changes one's own post to the text of a draft; the earlier text stays as a version. Whether it is anonymous, and what it
 * was asked about, does not change. A post in review stays there.
 * @throws AppError 403; 404; 409 for a locked or hidden post; 422
 */
export async function publishEdit(ctx: Context, reader: Reader, draft: DraftRow, reason: string | null): Promise<Post> {
  const { db, tenant, viewer } = ctx;
  const before = await lockEditable(ctx, reader, draft.postId!);
  const isPost = and(eq(post.enterpriseId, tenant.id), eq(post.id, before.id));
  const labelsBefore = await readLabelIds(ctx, before.id);
  const content = await checkContent(ctx, { ...draft, kind: before.kind }, { post: before, labelIds: labelsBefore });
  const { title, body, plainText, coverFileId, labelIds } = content;
  const isSameText = before.title === title && canonicalJson(before.body) === canonicalJson(body);
  const hold = isSameText ? null : await screenPost(ctx, reader, await readSettings(db, tenant.id), content, true);
  const at = ctx.now();
  const revision = before.revision + (isSameText ? 0 : 1);
  await replaceLabels(ctx, before, labelsBefore, labelIds.toSorted());
  const [saved] = await db
    .update(post)
    .set({
      ...{ title, body, plainText, coverFileId, revision, gmtModified: at },
      ...(isSameText ? {} : { editedAt: at, bodyHtml: null }),
      ...(hold ? { state: 'review' as const } : {}),
    })
    .where(isPost)
    .returning();
  if (!isSameText) {
    const version = { enterpriseId: tenant.id, postId: before.id };
    const first = { title: before.title, body: before.body, plainText: before.plainText, editorId: before.authorId };
    // Imported posts have no version until they are edited.
    await db
      .insert(postVersion)
      .values({ ...version, ...first, revision: before.revision, gmtCreate: before.editedAt ?? before.publishedAt })
      .onConflictDoNothing();
    await db
      .insert(postVersion)
      .values({ ...version, revision, title, body, plainText, editorId: viewer.userId, reason, gmtCreate: at });
  }
  await protectPictures(ctx, content.pictures);
  if (hold) await holdPost(ctx, before.id, hold);
  return saved!;
}

async function replaceLabels(
  { db, tenant }: Context,
  { id: postId, publishedAt }: Post,
  before: string[],
  now: string[],
) {
  const gone = before.filter((labelId) => !now.includes(labelId));
  const added = now.filter((labelId) => !before.includes(labelId));
  if (gone.length > 0)
    await db
      .delete(postLabel)
      .where(
        and(eq(postLabel.enterpriseId, tenant.id), eq(postLabel.postId, postId), inArray(postLabel.labelId, gone)),
      );
  if (added.length > 0)
    await db
      .insert(postLabel)
      .values(added.map((labelId) => ({ enterpriseId: tenant.id, postId, labelId, publishedAt })));
}
