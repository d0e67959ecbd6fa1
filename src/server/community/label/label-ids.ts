import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { label, postLabel } from '#src/server/community/tables/post.ts';
import type { PublicContext, Context } from '#src/server/core/context.ts';

/**
 * Labels that are not deleted, locked in the order of their ids: triggers count the posts of each label, and transactions that change
 * several labels must do so in the same order.
 */
export async function lockLabels({ db, tenant }: PublicContext, ids: string[]) {
  if (ids.length === 0) return [];
  return db
    .select({ id: label.id, published: label.published })
    .from(label)
    .where(and(eq(label.enterpriseId, tenant.id), inArray(label.id, ids), isNull(label.deletedAt)))
    .orderBy(asc(label.id))
    .for('no key update');
}

/** Labels of a post, in their order. */
export async function readLabelIds({ db, tenant }: Context, postId: string): Promise<string[]> {
  const rows = await db
    .select({ id: label.id })
    .from(postLabel)
    .innerJoin(label, and(eq(label.enterpriseId, postLabel.enterpriseId), eq(label.id, postLabel.labelId)))
    .where(and(eq(postLabel.enterpriseId, tenant.id), eq(postLabel.postId, postId)))
    .orderBy(asc(label.sort), asc(label.id));
  return rows.map(({ id }) => id);
}
