import { and, asc, eq, sql } from 'drizzle-orm';
import { localizedText } from '#src/lib/localized.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { label, labelFollow } from '#src/server/community/tables/post.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { communityReader } from '../community-reader.ts';

/** Published labels in their order; none for somebody who may not read the community. */
export async function listLabels(ctx: PublicContext, { labelType }: { labelType: number }) {
  const { db, tenant, locale } = ctx;
  const reader = await communityReader(ctx);
  if (!reader) return [];
  const rows = await db
    .select({
      row: label,
      followed: sql<boolean>`exists (select from ${labelFollow} f where f.enterprise_id = ${label.enterpriseId}
        and f.label_id = ${label.id} and f.user_id = ${reader.userId}::uuid)`,
    })
    .from(label)
    .where(and(eq(label.enterpriseId, tenant.id), eq(label.labelType, labelType), eq(label.published, true)))
    .orderBy(asc(label.sort), asc(label.id))
    .limit(MAX_ITEMS.labels);
  return rows.map(({ row: { id, code, name, color, description, postCount, followerCount }, followed }) => ({
    ...{ id, code, color, postCount, followerCount, followed },
    name: localizedText(name, locale),
    description: localizedText(description, locale),
  }));
}
