import { and, asc, eq } from 'drizzle-orm';
import { label, postLabel } from '#src/server/community/tables/post.ts';
import type { Context } from '#src/server/core/context.ts';

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
