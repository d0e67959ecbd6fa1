import { and, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import type { EvaluationState } from './tables.ts';
import { EVALUATION_JOINS, isUnattended } from './read-evaluations.ts';
import { appoint } from './replace-assessors.ts';
import { viewEvaluation } from './view-evaluation.ts';

type Row = { userId: string; userName: string; title: string; state: EvaluationState; unattended: boolean };

/**
 * Names who goes on with an evaluation whose assessors have left. Idempotent for the same person.
 * @throws AppError 404; 409 while an assessor is there; 422 at `userId` for the person themselves, and for somebody who is not
 *   an active member
 */
export async function nameAssessor(
  ctx: Context,
  { id, userId }: OperationInput<'PUT /course/auth/evaluation/assessor/save'>,
) {
  const { db, tenant, now } = ctx;
  const { rows } = await db.execute<Row>(sql`
    select e.user_id as "userId", m.user_name as "userName", f.title, e.state, ${isUnattended(now())} as unattended
    from evaluation e ${EVALUATION_JOINS}
    where e.enterprise_id = ${tenant.id} and e.id = ${id} for update of e`);
  const [found] = rows;
  if (!found) throw notFound();
  const view = await viewEvaluation(ctx, { id });
  if (view.assessments.some((each) => each.userId === userId && each.role === 'assessor' && !each.hasLeft)) return view;
  if (!found.unattended) throw new AppError(409, 'evaluationAttended');
  const active = await db.$count(
    enterpriseUser,
    and(
      eq(enterpriseUser.enterpriseId, tenant.id),
      eq(enterpriseUser.userId, userId),
      eq(enterpriseUser.status, 'active'),
    ),
  );
  if (active === 0 || userId === found.userId)
    throw new AppError(422, 'invalid', { fields: [{ field: 'userId', key: 'field.invalid' }] });
  const { title, userName, state } = found;
  await appoint(db, { enterpriseId: tenant.id, id, title, userName, state, at: now() }, [userId]);
  await audit(db, ctx, 'evaluation.assessorNamed', { id, userId }, { about: [id, userId, found.userId] });
  return viewEvaluation(ctx, { id });
}
