import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

type Of = { userId: string; sources: string[] };

/** Marks the notices of facts as read, because their member has seen the facts themselves. */
export const readNoticeOf = (db: TenantDb, { enterpriseId, at, ...fact }: Of & { enterpriseId: string; at: Date }) =>
  readNoticesOf(db, { enterpriseId, at }, [fact]);

/** Marks the notices of facts as read, because their members have seen the facts themselves. */
export async function readNoticesOf(
  db: TenantDb,
  { enterpriseId, at }: { enterpriseId: string; at: Date },
  facts: Of[],
): Promise<void> {
  const pairs = facts.flatMap(({ userId, sources }) => sources.map((source) => ({ userId, source })));
  if (pairs.length === 0) return;
  await db.execute(sql`
    with seen as (
      select n.id from notice n
      join unnest(${sql.param(pairs.map(({ userId }) => userId))}::uuid[], ${sql.param(pairs.map(({ source }) => source))}::text[])
        as i (user_id, source) on n.user_id = i.user_id and n.source = i.source
      where n.enterprise_id = ${enterpriseId} and n.read_at is null
      order by n.id for no key update of n
    )
    update notice n set read_at = ${at.toISOString()}::timestamptz from seen
    where n.enterprise_id = ${enterpriseId} and n.id = seen.id`);
}
