import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { meanScore } from '#src/contract/rules/evaluation.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { evaluation, evaluationAssessment, type evaluationForm } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Tenant } from '#src/server/core/context.ts';
import { finishEvaluation } from './finish-evaluation.ts';
import { tellStep } from './step-notices.ts';

type Step = { db: TenantDb; tenant: Pick<Tenant, 'id' | 'timeZone'> };
type Locked = { row: typeof evaluation.$inferSelect; form: typeof evaluationForm.$inferSelect };

/** All scores are given: the evaluation, which the caller has locked, is done, or the talk is next. */
export async function closeScores(ctx: Step, { row, form }: Locked, at: Date): Promise<void> {
  const { db, tenant } = ctx;
  const { score, passed } = await scoreOf(ctx, row);
  if (form.kind === 'job') await setState(ctx, row.id, { state: 'talk', score, gmtModified: at });
  else await finishEvaluation(ctx, row, form, { score, passed: form.kind === 'practice' ? passed : null, at });
  const [person] = await db
    .select({ userName: enterpriseUser.userName })
    .from(enterpriseUser)
    .where(and(eq(enterpriseUser.enterpriseId, tenant.id), eq(enterpriseUser.userId, row.userId)));
  const step = form.kind === 'job' ? 'talk' : 'done';
  await tellStep(db, { enterpriseId: tenant.id, id: row.id, title: form.title, userName: person!.userName, step, at }, [
    row.userId,
  ]);
}

/** Returns the mean of the scores that the assessors have given, and whether it reaches the pass mark. */
export async function scoreOf({ db, tenant }: Step, row: Locked['row']): Promise<{ score: string; passed: boolean }> {
  const given = await db
    .select({ hundredths: sql<number>`(${evaluationAssessment.score} * 100)::int` })
    .from(evaluationAssessment)
    .where(
      and(
        eq(evaluationAssessment.enterpriseId, tenant.id),
        eq(evaluationAssessment.evaluationId, row.id),
        eq(evaluationAssessment.role, 'assessor'),
        isNotNull(evaluationAssessment.submittedAt),
      ),
    );
  return meanScore(
    given.map(({ hundredths }) => hundredths),
    row.rubric.passMark,
  );
}

/** Changes an evaluation, which the caller has locked. */
export const setState = (
  { db, tenant }: { db: TenantDb; tenant: Pick<Tenant, 'id'> },
  id: string,
  change: Partial<typeof evaluation.$inferInsert>,
) =>
  db
    .update(evaluation)
    .set(change)
    .where(and(eq(evaluation.enterpriseId, tenant.id), eq(evaluation.id, id)));
