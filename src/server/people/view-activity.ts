import { sql } from 'drizzle-orm';
import { scopeOf } from '#src/contract/rules/rights.ts';
import type { Context } from '#src/server/core/context.ts';
import { inScope } from '#src/server/core/in-department.ts';
import { weeksUntil } from './count-activity.ts';
import { visibleTo } from './import/find-import.ts';
import { personImport } from './tables/import.ts';

/** Imports with wrong rows are shown for this time after they were applied. */
const IMPORT_DAYS = 7;

type Week = { week: string; signedIn: number; studied: number; hours: number };

/** Returns what the members whom the viewer may see did in the last weeks, the earliest first, and the imports that need somebody. */
export async function viewActivity(ctx: Context) {
  const { db, tenant, viewer, now } = ctx;
  const weeks = weeksUntil(now(), tenant.timeZone).toReversed();
  const { rows } = await db.execute<Week>(sql`
    select a.week::text, sum(a.signed_in)::int as "signedIn", sum(a.studied)::int as studied, sum(a.hours)::float8 as hours
    from activity_week a
    left join department d on d.enterprise_id = a.enterprise_id and d.id = a.department_id
    where a.enterprise_id = ${tenant.id} and a.week >= ${weeks[0]!} and ${inScope(sql`d.path`, scopeOf(viewer, 'people.read'))}
    group by a.week`);
  const found = new Map(rows.map((row) => [row.week, row]));
  const since = new Date(now().getTime() - IMPORT_DAYS * 86_400_000).toISOString();
  const importCount =
    scopeOf(viewer, 'people.write')?.length === 0
      ? 0
      : await db.$count(
          personImport,
          sql`${visibleTo(ctx)} and (
            (${personImport.state} = 'planned' and (${personImport.counts} ->> 'wrong')::int > 0)
            or (${personImport.state} = 'applied' and ${personImport.failedCount} > 0 and ${personImport.appliedAt} > ${since}))`,
        );
  return {
    weeks: weeks.map((week) => found.get(week) ?? { week, signedIn: 0, studied: 0, hours: 0 }),
    importCount,
  };
}
