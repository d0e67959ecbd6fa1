import { and, eq, isNull, sql } from 'drizzle-orm';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { evaluation, evaluationAssessment, evaluationForm } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Tenant } from '#src/server/core/context.ts';
import { assessorsFor } from './assessors.ts';
import { closeScores } from './close-scores.ts';
import { EVALUATION_JOINS, isUnattended } from './read-evaluations.ts';
import { tellStep } from './step-notices.ts';

type Row = { id: string; userName: string; scored: boolean };

/**
 * Goes on with the evaluations whose assessors have left: if one of them has scored, that score counts; otherwise those who
 * would assess now take over, e.g. the head of the next department, and without any the administrators are told. Idempotent.
 */
export async function replaceAssessors(db: TenantDb, tenant: Pick<Tenant, 'id' | 'timeZone'>, at: Date): Promise<void> {
  const enterpriseId = tenant.id;
  const { rows } = await db.execute<Row>(sql`
    select e.id, m.user_name as "userName",
           e.state in ('assessing', 'superiorAssessment') and exists (
             select from evaluation_assessment a where a.enterprise_id = e.enterprise_id and a.evaluation_id = e.id
               and a.role = 'assessor' and a.submitted_at is not null) as scored
    from evaluation e ${EVALUATION_JOINS}
    where e.enterprise_id = ${enterpriseId} and ${isUnattended(at)}
    order by e.id for update of e skip locked`);
  for (const { id, userName, scored } of rows) {
    const [found] = await db
      .select({ row: evaluation, form: evaluationForm })
      .from(evaluation)
      .innerJoin(
        evaluationForm,
        and(eq(evaluationForm.enterpriseId, evaluation.enterpriseId), eq(evaluationForm.id, evaluation.formId)),
      )
      .where(and(eq(evaluation.enterpriseId, enterpriseId), eq(evaluation.id, id)));
    const { row, form } = found!;
    if (scored) {
      await closeScores({ db, tenant }, { row, form }, at);
      continue;
    }
    const next = (await assessorsFor(db, { enterpriseId, formId: form.id, userId: row.userId })).map(
      ({ userId }) => userId,
    );
    const fact = { enterpriseId, id, title: form.title, userName, at };
    if (next.length > 0) await appoint(db, { ...fact, state: row.state }, next);
    else await tellStep(db, { ...fact, step: 'unattended' }, await administratorsOf(db, enterpriseId));
  }
}

type Appointment = { enterpriseId: string; id: string; title: string; userName: string; state: string; at: Date };

/** Makes people the assessors of an evaluation in place of those who have left without scoring, and tells them. */
export async function appoint(db: TenantDb, { state, ...fact }: Appointment, userIds: string[]): Promise<void> {
  const { enterpriseId, id: evaluationId, at } = fact;
  await db
    .delete(evaluationAssessment)
    .where(
      and(
        eq(evaluationAssessment.enterpriseId, enterpriseId),
        eq(evaluationAssessment.evaluationId, evaluationId),
        eq(evaluationAssessment.role, 'assessor'),
        isNull(evaluationAssessment.submittedAt),
      ),
    );
  await db
    .insert(evaluationAssessment)
    .values(
      userIds.map((userId) => ({ enterpriseId, evaluationId, userId, role: 'assessor' as const, gmtModified: at })),
    )
    .onConflictDoNothing();
  await tellStep(db, { ...fact, step: state }, userIds);
}

/** Returns the ids of the active administrators. */
export async function administratorsOf(db: TenantDb, enterpriseId: string): Promise<string[]> {
  const rows = await db
    .select({ userId: enterpriseUser.userId })
    .from(enterpriseUser)
    .where(
      and(
        eq(enterpriseUser.enterpriseId, enterpriseId),
        eq(enterpriseUser.isAdmin, true),
        eq(enterpriseUser.status, 'active'),
      ),
    );
  return rows.map(({ userId }) => userId);
}
