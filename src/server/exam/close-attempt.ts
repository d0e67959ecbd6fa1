import { and, eq, sql } from 'drizzle-orm';
import { exam } from '#src/server/core/db/schema/exam.ts';
import { examAnswer } from '#src/server/core/db/schema/exam-answer.ts';
import { examAttempt } from '#src/server/core/db/schema/exam-attempt.ts';
import { pgClientOf, type TenantDb } from '#src/server/core/db/tenant.ts';
import type { AnswerValue } from './answer-shape.ts';
import { endAbsences } from './absences.ts';
import { grantResult } from './grant-pass.ts';
import { appendJournal, lockHeads } from './journal.ts';
import { hashAnswers } from './journal-hash.ts';
import type { Attempt } from './lock-attempt.ts';
import { rulesForClosing } from './read-regrades.ts';
import { signReceipt } from './receipt.ts';
import { scoreRegraded, shortOf, withShort } from './regrade-rule.ts';
import { fromHundredths } from './score-paper.ts';

export type ClosedBy = NonNullable<Attempt['closedBy']>;

/**
 * Closes an attempt that the caller has locked: freezes its answers, scores the objective questions, signs the receipt and,
 * if the attempt is passed, grants the rewards of the exam; all in one transaction.
 * @param grants false: the caller decides about the result
 * @returns the closed attempt; an attempt that is already closed is returned unchanged
 */
export async function closeAttempt(
  db: TenantDb,
  attempt: Attempt,
  closedBy: ClosedBy,
  now: Date,
  { grants = true } = {},
): Promise<Attempt> {
  if (attempt.status !== 'open') return attempt;
  const { enterpriseId, id, userId, examId } = attempt;
  const client = pgClientOf(db);
  const heads = await lockHeads(client, enterpriseId, [id]);
  const events = await endAbsences(db, attempt, now);
  const answers = await answersOf(db, enterpriseId, id);
  const answerCount = Object.keys(answers).length;

  const { passScore, publishMarks } = await rulesOf(db, enterpriseId, examId);
  const regraded = await rulesForClosing(db, attempt);
  // After a submission an empty short answer needs no marking. After a timeout its text may still arrive late.
  const short = shortOf(attempt.paper);
  const empty = closedBy === 'person' ? short.filter((questionId) => answers[questionId] === undefined) : [];
  const given = Object.fromEntries(empty.map((questionId) => [questionId, 0]));
  const scored = scoreRegraded(attempt.paper, { answers, given, rules: regraded ?? new Map(), passScore });
  const waiting = publishMarks === 'together' || empty.length < short.length;
  // Until the result is final, marks of short answers are those that were given: a regrade is applied to them then.
  const marks = waiting ? withShort(attempt.paper, scored.marks, given) : scored.marks;
  const passed = waiting ? null : scored.objective + scored.subjective >= scored.passMark;
  const [closed] = await db
    .update(examAttempt)
    .set({
      status: waiting ? 'submitted' : 'marked',
      closedBy,
      submittedAt: now,
      submittedAnswers: answers,
      answerCount,
      receipt: signReceipt({ attemptId: id, answers, answerCount, serverTime: now }),
      totalScore: String(fromHundredths(scored.total)),
      objectiveScore: String(fromHundredths(scored.objective)),
      subjectiveScore: waiting ? null : String(fromHundredths(scored.subjective)),
      marks,
      givenMarks: regraded ? given : null,
      ...{ notCounted: scored.notCounted, regradedScores: scored.regradedScores },
      passed,
      pausedAt: null,
    })
    .where(and(eq(examAttempt.enterpriseId, enterpriseId), eq(examAttempt.id, id), eq(examAttempt.status, 'open')))
    .returning();
  const { status, receipt } = closed!;
  const lastSeenAt = heads.get(id)!.seenAt.toISOString();
  events.push({
    ...{ attemptId: id, kind: 'close', at: now, data: { closedBy, status, answerCount, receipt, lastSeenAt } },
    content: { answersHash: hashAnswers(answers) },
  });
  await appendJournal(client, enterpriseId, events, heads);
  if (!waiting && grants) await grantResult(db, { enterpriseId, userId, examId, at: now });
  return closed!;
}

/** Returns the answers that count: those that were not removed. */
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

async function rulesOf(db: TenantDb, enterpriseId: string, examId: string) {
  const [found] = await db
    .select({ passScore: exam.passScore, publishMarks: exam.publishMarks })
    .from(exam)
    .where(and(eq(exam.enterpriseId, enterpriseId), eq(exam.id, examId)));
  return found!;
}
