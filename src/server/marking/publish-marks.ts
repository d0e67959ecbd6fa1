import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { requireMarker } from '#src/server/exam/marker-of.ts';
import { finishAttempt } from '#src/server/exam/attempt/finish-attempt.ts';
import { readRules } from './read-rules.ts';

/** Papers published by one call: each posts credits, points and a certificate. */
const BATCH = 200;

/**
 * Makes the marked results of an exam final, oldest submissions first: nobody's before all answers of the exam have a mark.
 * A repetition publishes nothing twice.
 * @throws AppError 404, also for an exam that the viewer does not mark; 409 while answers wait for marks
 */
export async function publishMarks(ctx: Context, { examId }: OperationInput<'POST /exam/auth/exam/marking/publish'>) {
  const { db, tenant } = ctx;
  await requireMarker(ctx, examId);
  const rules = await readRules(db, tenant.id, examId);
  const submitted = and(
    eq(examAttempt.enterpriseId, tenant.id),
    eq(examAttempt.examId, examId),
    sql`${examAttempt.status} = 'submitted'`,
  );
  const unmarked = await db.$count(examAttempt, and(submitted, gt(examAttempt.unmarkedCount, 0)));
  if (unmarked > 0) throw new AppError(409, 'marksMissing', { params: { count: unmarked } });
  const attempts = await db
    .select()
    .from(examAttempt)
    .where(submitted)
    .orderBy(asc(examAttempt.id))
    .limit(BATCH)
    .for('update');
  for (const attempt of attempts) await finishAttempt(db, attempt, rules, ctx.now());
  const left = await db.$count(examAttempt, submitted);
  if (attempts.length > 0)
    await audit(db, ctx, 'exam.marksPublished', { examId, count: attempts.length }, { about: [examId] });
  return { published: attempts.length, left };
}
