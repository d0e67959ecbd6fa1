import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/**
 * Returns the ledger sources of a user's completion of a course. A source is posted once, so a completion after one that was
 * taken back has sources of its own: `course:<id>:hours:2`.
 */
export async function courseSources(
  db: TenantDb,
  { enterpriseId, userId }: { enterpriseId: string; userId: string },
  courseId: string,
): Promise<{ hours: string; credits: string; points: string }> {
  const { rows } = await db.execute<{ reversed: number }>(sql`
    select coalesce(max(n), 0)::int as reversed from (
      select count(*) as n from ledger_entry e
      join ledger_entry r on r.enterprise_id = e.enterprise_id and r.reversal_of = e.id
      where e.enterprise_id = ${enterpriseId} and e.user_id = ${userId}
        and split_part(e.source, ':', 1) = 'course' and split_part(e.source, ':', 2) = ${courseId}
      group by e.kind) each_kind`);
  const { reversed } = rows[0]!;
  const of = (kind: string) => ['course', courseId, kind, ...(reversed > 0 ? [reversed + 1] : [])].join(':');
  return { hours: of('hours'), credits: of('credits'), points: of('points') };
}
