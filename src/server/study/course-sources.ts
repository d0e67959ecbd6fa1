import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

export type CourseSources = { hours: string; credits: string; points: string };

/**
 * Returns the ledger sources of the completions of courses, in the order of `completions`. A source is posted once, so a
 * completion after one that was taken back has sources of its own: `course:<id>:hours:2`.
 */
export async function courseSources(
  db: TenantDb,
  enterpriseId: string,
  completions: { userId: string; courseId: string }[],
): Promise<CourseSources[]> {
  const { rows } = await db.execute<{ reversed: number }>(sql`
    select coalesce(max(each_kind.n), 0)::int as reversed
    from json_to_recordset(${JSON.stringify(completions.map(({ userId, courseId }, n) => ({ u: userId, c: courseId, n })))}::json)
      as i (u uuid, c text, n int)
    left join lateral (
      select count(*) as n from ledger_entry e
      join ledger_entry r on r.enterprise_id = e.enterprise_id and r.reversal_of = e.id
      where e.enterprise_id = ${enterpriseId} and e.user_id = i.u
        and split_part(e.source, ':', 1) = 'course' and split_part(e.source, ':', 2) = i.c
      group by e.kind
    ) each_kind on true
    group by i.n order by i.n`);
  return completions.map(({ courseId }, n) => {
    const { reversed } = rows[n]!;
    const of = (kind: string) => ['course', courseId, kind, ...(reversed > 0 ? [reversed + 1] : [])].join(':');
    return { hours: of('hours'), credits: of('credits'), points: of('points') };
  });
}
