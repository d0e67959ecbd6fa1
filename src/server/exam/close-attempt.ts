import { and, eq, sql } from 'drizzle-orm';
import { exam, examAnswer, examAttempt } from '#src/server/core/db/schema/exam.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { AnswerValue } from './answer-shape.ts';
import { grantPass } from './grant-pass.ts';
import type { Attempt } from './lock-attempt.ts';
import { signReceipt } from './receipt.ts';
import { fromHundredths, scoreAnswer, toHundredths } from './score-paper.ts';

export type ClosedBy = NonNullable<Attempt['closedBy']>;

/**
 * Closes an attempt that the caller has locked: freezes its answers, scores what a machine can score, signs the
 * receipt, and grants what passing brings, all in one transaction.
 * @returns the closed attempt; an attempt that was closed before comes back as it is
 */
export async function closeAttempt(db: TenantDb, attempt: Attempt, closedBy: ClosedBy, now: Date): Promise<Attempt> {
  if (attempt.status !== 'open') return attempt;
  const { enterpriseId, id, userId, examId } = attempt;
  const answers = await answersOf(db, enterpriseId, id);
  const answerCount = Object.keys(answers).length;

  const marks: Record<string, number> = {};
  let objective = 0;
  let waiting = false;
  for (const question of attempt.paper) {
    const answer = answers[question.questionId] ?? null;
    const scored = scoreAnswer(question, answer);
    // Nothing was written and the person handed in: nothing to mark. When the time closed it, text may still arrive late.
    if (scored === null && (answer !== null || closedBy !== 'person')) waiting = true;
    else marks[question.questionId] = fromHundredths(scored ?? 0);
    if (question.type !== 'short') objective += scored ?? 0;
  }
  const passed = waiting ? null : objective >= toHundredths(await passScore(db, enterpriseId, examId));
  const [closed] = await db
    .update(examAttempt)
    .set({
      status: waiting ? 'submitted' : 'marked',
      closedBy,
      submittedAt: now,
      submittedAnswers: answers,
      answerCount,
      receipt: signReceipt({ attemptId: id, answers, answerCount, serverTime: now }),
      objectiveScore: String(fromHundredths(objective)),
      subjectiveScore: waiting ? null : '0',
      marks,
      passed,
    })
    .where(and(eq(examAttempt.enterpriseId, enterpriseId), eq(examAttempt.id, id), eq(examAttempt.status, 'open')))
    .returning();
  if (passed) await grantPass(db, { enterpriseId, userId, examId, at: now });
  return closed!;
}

/** Answers as they count: without those that were taken back. */
async function answersOf(db: TenantDb, enterpriseId: string, attemptId: string): Promise<Record<string, AnswerValue>> {
  const rows = await db
    .select({ questionId: examAnswer.questionId, answer: examAnswer.answer })
    .from(examAnswer)
    .where(
      and(
        eq(examAnswer.enterpriseId, enterpriseId),
        eq(examAnswer.attemptId, attemptId),
        sql`${examAnswer.answer} <> 'null'::jsonb`,
      ),
    );
  return Object.fromEntries(rows.map((row) => [row.questionId, row.answer as AnswerValue]));
}

async function passScore(db: TenantDb, enterpriseId: string, examId: string): Promise<string> {
  const [found] = await db
    .select({ passScore: exam.passScore })
    .from(exam)
    .where(and(eq(exam.enterpriseId, enterpriseId), eq(exam.id, examId)));
  return found!.passScore;
}
