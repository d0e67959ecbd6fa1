import { and, eq, sql } from 'drizzle-orm';
import { post } from '#src/server/community/tables/post.ts';
import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { announcePost } from '../announce-post.ts';
import { requireReader } from '../community-reader.ts';
import { findPublished, mayAccept, readPost, requireUnlocked } from './find-post.ts';

/**
 * Closes a question as a duplicate, or reopens it: the asker, lecturers and moderators. The link always leads to an
 * original, never to another duplicate.
 * @throws AppError 403; 404; 409 for a locked question; 422 when the original would be the question itself
 */
export async function closeDuplicate(
  ctx: Context,
  { id, duplicateOf }: OperationInput<'PUT /community/auth/post/duplicate'>,
) {
  const { db, tenant } = ctx;
  const reader = await requireReader(ctx);
  // One at a time in a tenant: two questions must not be closed as duplicates of each other.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`duplicate:${tenant.id}`}, 0))`);
  const question = await findPublished(ctx, reader, id, true);
  if (question.kind !== 'question') throw notFound();
  if (!mayAccept(reader, question)) throw new AppError(403, 'notAllowed');
  requireUnlocked(reader, question);
  let original: string | null = null;
  if (duplicateOf) {
    const named = await findPublished(ctx, reader, duplicateOf);
    if (named.kind !== 'question') throw notFound();
    original = named.duplicateOf ?? named.id;
    if (original === id)
      throw new AppError(422, 'invalid', { fields: [{ field: 'duplicateOf', key: 'field.duplicateOfItself' }] });
    if (original !== named.id && (await readPost(ctx, original))?.state !== 'published') original = named.id;
  }
  const ofTenant = eq(post.enterpriseId, tenant.id);
  await db
    .update(post)
    .set({ duplicateOf: original })
    .where(and(ofTenant, eq(post.id, id)));
  // What was a duplicate of this one is a duplicate of its original.
  if (original)
    await db
      .update(post)
      .set({ duplicateOf: original })
      .where(and(ofTenant, eq(post.duplicateOf, id)));
  await announcePost(ctx, id);
  return { duplicateOf: original };
}
