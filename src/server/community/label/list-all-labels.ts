import { asc, eq } from 'drizzle-orm';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { label } from '#src/server/community/tables/post.ts';
import type { Context } from '#src/server/core/context.ts';

/** All labels with their texts in both languages, for administrators. */
export async function listAllLabels({ db, tenant }: Context) {
  const rows = await db
    .select()
    .from(label)
    .where(eq(label.enterpriseId, tenant.id))
    .orderBy(asc(label.sort), asc(label.id))
    .limit(MAX_ITEMS.labels);
  return rows.map(({ description, ...row }) => ({ ...row, description: description ?? {} }));
}
