import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import type { Context } from '#src/server/core/context.ts';
import { resitsOf } from '#src/server/exam/exam-parts.ts';
import { departmentResults, type DepartmentSums } from './department-results.ts';
import { certificateOf, examPeople } from './exam-people.ts';
import { requireExam } from './require-exam.ts';

/**
 * Returns the results of an exam, in total and by department; of one window or period, if asked for.
 * @throws AppError 404 for an exam that does not exist here, or that the viewer neither manages nor marks
 */
export async function viewResults(
  ctx: Context,
  { examId, ...filter }: OperationInput<'GET /exam/auth/exam/analysis/results/view'>,
) {
  const { db, tenant, now } = ctx;
  const found = await requireExam(ctx, examId);
  const which = { enterpriseId: tenant.id, examId, now: now(), timeZone: tenant.timeZone, ...filter };
  const { rows } = await db.execute<DepartmentSums>(sql`
    select p.department, count(*)::int as audience, count(*) filter (where p.taken)::int as taken,
      count(*) filter (where p.passed)::int as passed, count(*) filter (where p.failed)::int as failed,
      count(*) filter (where p.state = 'awaitingMarking')::int as "awaitingMarking",
      count(*) filter (where p.state = 'absent')::int as absent,
      count(*) filter (where not p.taken and p.state in ('waiting', 'resit'))::int as waiting,
      count(*) filter (where p.attempts > 1)::int as resits,
      count(c.id) filter (where c.revoked_at is null)::int as certificates,
      coalesce(sum(p.best::float8), 0) as "scoreSum", count(p.best)::int as scored
    from (${examPeople(which)}) p left join ${certificateOf(which)}
    group by p.department`);
  const { total, departments } = departmentResults(rows);
  const resits = await resitsOf(db, { enterpriseId: tenant.id, id: examId });
  return { ...found, resits, total, departments: departments.slice(0, MAX_ITEMS.resultDepartments) };
}
