import { post, postLabel, postVersion } from '#src/server/community/tables/post.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { Reader } from '../community-reader.ts';
import { findPublished, type Post, requireUnlocked } from '../post/find-post.ts';
import { readPostSubject } from '../post/post-subject.ts';
import { readSettings } from '../settings.ts';
import { checkContent } from './check-content.ts';
import type { DraftRow } from './own-draft.ts';
import { protectPictures } from '#src/server/file/own-pictures.ts';
import { holdPost, screenPost } from './screen-post.ts';

/**
 * Makes a post of a draft, with its first version.
 * @throws AppError 404 for a question that is not there; 409 for one that takes no answers; 422; 429
 */
export async function publishNew(ctx: Context, reader: Reader, draft: DraftRow): Promise<Post> {
  const { db, tenant, viewer } = ctx;
  const { kind, questionId, anonymous, subjectType, subjectId, subjectPlace } = draft;
  if (questionId) await lockAnswerable(ctx, reader, questionId);
  const settings = await readSettings(db, tenant.id);
  if (anonymous && !settings.allowAnonymous) throw invalid('anonymous', 'field.anonymousNotAllowed');
  if (subjectType && subjectId && !(await readPostSubject(ctx, reader, { subjectType, subjectId })))
    throw invalid('subjectId', 'field.unknownSubject');
  const content = await checkContent(ctx, draft, null);
  const hold = await screenPost(ctx, reader, settings, content, false);
  const { title, body, plainText, coverFileId, labelIds } = content;
  const at = ctx.now();
  const [saved] = await db
    .insert(post)
    .values({
      ...{ enterpriseId: tenant.id, authorId: viewer.userId, draftId: draft.id, publishedAt: at, gmtModified: at },
      ...{ kind, questionId, anonymous, title, body, plainText, coverFileId },
      ...{ subjectType, subjectId, subjectPlace },
      state: hold ? 'review' : 'published',
    })
    .returning();
  const own = { enterpriseId: tenant.id, postId: saved!.id };
  if (labelIds.length > 0)
    await db.insert(postLabel).values(labelIds.toSorted().map((labelId) => ({ ...own, labelId, publishedAt: at })));
  await db
    .insert(postVersion)
    .values({ ...own, revision: 1, title, body, plainText, editorId: viewer.userId, gmtCreate: at });
  await protectPictures(ctx, content.pictures);
  if (hold) await holdPost(ctx, saved!.id, hold);
  return saved!;
}

/** @throws AppError 404; 409 for a question that is locked, or closed as a duplicate */
async function lockAnswerable(ctx: Context, reader: Reader, questionId: string): Promise<void> {
  const question = await findPublished(ctx, reader, questionId, true);
  if (question.kind !== 'question') throw notFound();
  requireUnlocked(reader, question);
  if (question.duplicateOf) throw new AppError(409, 'questionClosed');
}

const invalid = (field: string, key: string) => new AppError(422, 'invalid', { fields: [{ field, key }] });
