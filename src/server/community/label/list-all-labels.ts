import { and, asc, eq, gte, isNotNull, isNull, or } from 'drizzle-orm';
import { restorableSince } from '#src/contract/rules/editing.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { label } from '#src/server/community/tables/post.ts';
import type { Context } from '#src/server/core/context.ts';

/** All labels with their texts in both languages, for administrators; at the end those that can be restored. */
export async function listAllLabels({ db, tenant, now }: Context) {
  const isListed = or(isNull(label.deletedAt), gte(label.deletedAt, restorableSince(now())));
  const rows = await db
    .select()
    .from(label)
    .where(and(eq(label.enterpriseId, tenant.id), isListed))
    .orderBy(isNotNull(label.deletedAt), asc(label.sort), asc(label.id))
    .limit(2 * MAX_ITEMS.labels);
  return rows.map(({ description, ...row }) => ({ ...row, description: description ?? {} }));
}
