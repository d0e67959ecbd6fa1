import { and, eq, isNull, max } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { examRegrade } from '#src/server/exam/tables/regrade.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { lockClosing } from '#src/server/exam/read-regrades.ts';
import { readFingerprint } from './read-results.ts';
import { requireRegrade } from './require-question.ts';

/**
 * Stores a regrade, which counts from now on for attempts that are closed; a job applies it to those that are closed already.
 * @throws AppError as `requireRegrade`; 409 when the state differs from the previewed one, or another regrade of the exam is
 * being applied
 */
export async function saveRegrade(ctx: Context, input: OperationInput<'POST /exam/auth/exam/regrade/save'>) {
  const { db, tenant, viewer } = ctx;
  const enterpriseId = tenant.id;
  const { examId, questionId, version, rule, keepPasses, reason, fingerprint } = input;
  await requireRegrade(ctx, input);
  await lockClosing(db, examId);
  const ofExam = and(eq(examRegrade.enterpriseId, enterpriseId), eq(examRegrade.examId, examId));
  if ((await db.$count(examRegrade, and(ofExam, isNull(examRegrade.doneAt)))) > 0)
    throw new AppError(409, 'regradeRunning');
  if ((await readFingerprint(db, enterpriseId, examId)) !== fingerprint) throw new AppError(409, 'regradeChanged');
  // Read again under the lock.
  const found = await requireRegrade(ctx, input);
  const [last] = await db
    .select({ number: max(examRegrade.number) })
    .from(examRegrade)
    .where(ofExam);
  const attemptCount = found.counts.attempts;
  const [stored] = await db
    .insert(examRegrade)
    .values({
      ...{ enterpriseId, examId, questionId, version, keepPasses, reason, attemptCount },
      ...{ number: (last!.number ?? 0) + 1, ruleBefore: found.rule, ruleAfter: rule },
      ...{ createdBy: viewer.userId, gmtCreate: ctx.now() },
    })
    .returning({ id: examRegrade.id });
  const { id } = stored!;
  await audit(
    db,
    ctx,
    'exam.regraded',
    { regradeId: id, examId, questionId, version, keepPasses, attemptCount },
    { about: [examId] },
  );
  await sendJob(db, 'regrade-exam', { enterpriseId, regradeId: id });
  return { id };
}
