import { and, asc, eq, inArray } from 'drizzle-orm';
import { label } from '#src/server/community/tables/post.ts';
import type { PublicContext } from '#src/server/core/context.ts';

/**
 * Labels that exist, locked in the order of their ids: triggers count the posts of each label, and transactions that change
 * several labels must do so in the same order.
 */
export async function lockLabels({ db, tenant }: PublicContext, ids: string[]) {
  if (ids.length === 0) return [];
  return db
    .select({ id: label.id, published: label.published })
    .from(label)
    .where(and(eq(label.enterpriseId, tenant.id), inArray(label.id, ids)))
    .orderBy(asc(label.id))
    .for('no key update');
}
