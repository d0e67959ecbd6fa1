import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/**
 * Notes that a paper contains these questions, so that they are not deleted. Rows are locked in one order, because many
 * papers are drawn at the same time; once noted, nothing is locked.
 */
export async function markDrawn(db: TenantDb, enterpriseId: string, questionIds: string[]): Promise<void> {
  await db.execute(sql`
    update question q set drawn = true
    from (select id from question
          where enterprise_id = ${enterpriseId} and id = any(${sql.param(questionIds)}::uuid[]) and not drawn
          order by id for no key update) fresh
    where q.enterprise_id = ${enterpriseId} and q.id = fresh.id`);
}
