import { and, eq, isNull, sql } from 'drizzle-orm';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { evaluationAssessment } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/**
 * SQL of a lateral join: who assesses member `m` (`enterprise_user`) with form `f` (`evaluation_form`), never the person
 * (docs/decisions/019 and 050). The first of these that is not empty: the persons named by the form; for a practical
 * operation the lecturer of the course, then one administrator; otherwise the head of the nearest department above.
 */
export const ASSESSORS = sql.raw(`(
  select p.user_id, p.user_name from (
    select fa.user_id, 0 as preference, 0 as distance from evaluation_form_assessor fa
    where fa.enterprise_id = f.enterprise_id and fa.form_id = f.id
    union all
    select l.user_id, 1, 0 from course_resource r
    join course c on c.enterprise_id = r.enterprise_id and c.id = r.course_id
    join lecturer l on l.enterprise_id = c.enterprise_id and l.id = c.lecturer_id
    where f.kind = 'practice' and r.enterprise_id = f.enterprise_id and r.id = f.resource_id
    union all
    select d.head_id, 1, -length(d.path) from department d
    where f.kind <> 'practice' and d.enterprise_id = f.enterprise_id and d.head_id is not null and d.closed_at is null
      and (m.department = d.path or starts_with(m.department, d.path || '/'))
    union all
    select a.user_id, 2, row_number() over (order by a.gmt_create, a.user_id) from enterprise_user a
    where f.kind = 'practice' and a.enterprise_id = f.enterprise_id and a.is_admin and a.status = 'active'
      and a.user_id <> m.user_id
  ) known
  join enterprise_user p on p.enterprise_id = f.enterprise_id and p.user_id = known.user_id
    and p.status = 'active' and p.user_id <> m.user_id
  order by known.preference, known.distance
  fetch first row with ties)`);

type Key = { enterpriseId: string; formId: string; userId: string };

/** Returns who would assess a member with a form now; empty if there is nobody. */
export async function assessorsFor(
  db: TenantDb,
  { enterpriseId, formId, userId }: Key,
): Promise<{ userId: string; userName: string }[]> {
  const { rows } = await db.execute<{ userId: string; userName: string }>(sql`
    select s.user_id as "userId", s.user_name as "userName"
    from evaluation_form f
    join enterprise_user m on m.enterprise_id = f.enterprise_id and m.user_id = ${userId}
    cross join lateral ${ASSESSORS} s
    where f.enterprise_id = ${enterpriseId} and f.id = ${formId} order by s.user_name, s.user_id`);
  return rows;
}

/** Whether an assessor who is still active has not submitted scores yet. */
export async function isAwaitingScores(db: TenantDb, enterpriseId: string, evaluationId: string): Promise<boolean> {
  const [open] = await db
    .select({ userId: evaluationAssessment.userId })
    .from(evaluationAssessment)
    .innerJoin(
      enterpriseUser,
      and(
        eq(enterpriseUser.enterpriseId, evaluationAssessment.enterpriseId),
        eq(enterpriseUser.userId, evaluationAssessment.userId),
        eq(enterpriseUser.status, 'active'),
      ),
    )
    .where(
      and(
        eq(evaluationAssessment.enterpriseId, enterpriseId),
        eq(evaluationAssessment.evaluationId, evaluationId),
        eq(evaluationAssessment.role, 'assessor'),
        isNull(evaluationAssessment.submittedAt),
      ),
    )
    .limit(1);
  return open !== undefined;
}
