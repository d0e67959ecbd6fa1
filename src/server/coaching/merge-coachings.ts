import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/**
 * Gives the coachings of one record, as learner and as mentor, to another one of the same person. Of one plan there is one coaching: goals and
 * meetings of both are kept in that of the kept record.
 */
export async function mergeCoachings(
  db: TenantDb,
  { enterpriseId, removedId, keptId }: { enterpriseId: string; removedId: string; keptId: string },
): Promise<void> {
  const shared = sql`r.enterprise_id = ${enterpriseId} and r.learner_id = ${removedId}
    and k.enterprise_id = ${enterpriseId} and k.learner_id = ${keptId} and k.plan_id = r.plan_id`;
  for (const table of [sql`coaching_goal`, sql`coaching_meeting`])
    await db.execute(sql`
      update ${table} t set coaching_id = k.id from coaching r, coaching k
      where ${shared} and t.enterprise_id = ${enterpriseId} and t.coaching_id = r.id`);
  await db.execute(sql`delete from coaching r using coaching k where ${shared}`);
  for (const column of [sql`learner_id`, sql`mentor_id`])
    await db.execute(
      sql`update coaching set ${column} = ${keptId} where enterprise_id = ${enterpriseId} and ${column} = ${removedId}`,
    );
}
