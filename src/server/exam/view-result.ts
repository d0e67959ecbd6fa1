import { and, eq, max, ne } from 'drizzle-orm';
import { certificate } from '#src/server/core/db/schema/record.ts';
import { exam, examAllowance, examAttempt, type PaperQuestion } from '#src/server/core/db/schema/exam.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound, AppError } from '#src/server/core/app-error.ts';
import type { AnswerValue } from './answer-shape.ts';
import { closeExpired } from './close-expired.ts';
import type { Attempt } from './lock-attempt.ts';
import { receiptOf } from './receipt.ts';
import { fromHundredths, toHundredths } from './score-paper.ts';
import { attemptsLeft, countLate, countRejected, stateAfter } from './submit-exam.ts';
import { GRACE_SECONDS } from './times.ts';
import { countSwitches, withoutKey } from './view-attempt.ts';
import { withheldInReview } from './withheld-questions.ts';

type Rules = typeof exam.$inferSelect;
type Review = { review: 'open' | 'later' | 'never' | 'afterAttempt'; reviewOpensAt: Date | null };

/**
 * Result and receipt of an attempt that was handed in, and its review as far as the policy allows it now.
 * @throws AppError 404 when it is not an attempt of the viewer; 409 while it is under way
 */
export async function viewResult({ db, tenant, viewer, now }: Context, { attemptId }: { attemptId: string }) {
  const enterpriseId = tenant.id;
  const at = now();
  await closeExpired(db, { enterpriseId, userId: viewer.userId, attemptId, now: at, closedBy: 'timer' });
  const [found] = await db
    .select({ attempt: examAttempt, rules: exam, certificateName: certificate.certificateName })
    .from(examAttempt)
    .innerJoin(exam, and(eq(exam.enterpriseId, examAttempt.enterpriseId), eq(exam.id, examAttempt.examId)))
    .leftJoin(certificate, and(eq(certificate.enterpriseId, exam.enterpriseId), eq(certificate.id, exam.certificateId)))
    .where(
      and(
        eq(examAttempt.enterpriseId, enterpriseId),
        eq(examAttempt.id, attemptId),
        eq(examAttempt.userId, viewer.userId),
      ),
    );
  if (!found) throw notFound();
  const { attempt, rules, certificateName } = found;
  if (attempt.status === 'open') throw new AppError(409, 'attemptOpen');
  const final = attempt.status === 'marked';
  const objectiveTotal = attempt.paper
    .filter((question) => question.type !== 'short')
    .reduce((sum, question) => sum + toHundredths(question.score), 0);
  const review = await reviewOf(db, attempt, rules, at);
  const open = review.review === 'open';
  const { userId, examId } = attempt;
  const questionIds = attempt.paper.map((question) => question.questionId);
  const withheld = open
    ? await withheldInReview(db, { enterpriseId, userId, examId, questionIds, now: at })
    : new Set<string>();
  return {
    attemptId,
    examId: rules.id,
    title: rules.title,
    number: attempt.number,
    status: attempt.status,
    examState: await stateAfter(db, attempt, at),
    closedBy: attempt.closedBy!,
    startedAt: attempt.startedAt,
    submittedAt: attempt.submittedAt!,
    usedSeconds: Math.round((attempt.submittedAt!.getTime() - attempt.startedAt.getTime()) / 1000),
    questionCount: attempt.paper.length,
    totalScore: attempt.totalScore,
    passScore: rules.passScore,
    objectiveScore: attempt.objectiveScore!,
    objectiveTotal: fromHundredths(objectiveTotal),
    subjectiveScore: final ? attempt.subjectiveScore : null,
    score: final
      ? fromHundredths(toHundredths(attempt.objectiveScore!) + toHundredths(attempt.subjectiveScore!))
      : null,
    passed: attempt.passed,
    receipt: receiptOf(attempt),
    lateCount: await countLate(db, enterpriseId, attemptId),
    rejectedCount: await countRejected(db, enterpriseId, attemptId),
    switchCount: await countSwitches(db, enterpriseId, attemptId),
    attemptsLeft: (await attemptsLeft(db, attempt)).count,
    earned: attempt.passed ? { credits: rules.credits, points: rules.points, certificateName } : null,
    ...review,
    questions: attempt.paper.map((question) => {
      const isWithheld = withheld.has(question.questionId);
      return { ...reviewItem(question, attempt, open && !isWithheld), withheld: isWithheld };
    }),
  };
}

/**
 * Whether right answers may be seen now. After the window also means: after the extra time of everyone who has some.
 * Never while the person has another attempt at the same exam under way.
 */
async function reviewOf(db: Context['db'], attempt: Attempt, rules: Rules, now: Date): Promise<Review> {
  if (rules.reviewPolicy === 'never') return { review: 'never', reviewOpensAt: null };
  const ofExam = and(eq(examAttempt.enterpriseId, attempt.enterpriseId), eq(examAttempt.examId, attempt.examId));
  if (rules.reviewPolicy === 'after_window') {
    const [extra] = await db
      .select({ seconds: max(examAllowance.extraSeconds) })
      .from(examAllowance)
      .where(and(eq(examAllowance.enterpriseId, attempt.enterpriseId), eq(examAllowance.examId, attempt.examId)));
    const opens = rules.windowEnd.getTime() + ((extra?.seconds ?? 0) + GRACE_SECONDS) * 1000;
    if (now.getTime() < opens) return { review: 'later', reviewOpensAt: new Date(opens) };
  }
  const [other] = await db
    .select({ id: examAttempt.id })
    .from(examAttempt)
    .where(
      and(
        ofExam,
        eq(examAttempt.userId, attempt.userId),
        eq(examAttempt.status, 'open'),
        ne(examAttempt.id, attempt.id),
      ),
    );
  return { review: other ? 'afterAttempt' : 'open', reviewOpensAt: null };
}

function reviewItem(question: PaperQuestion, attempt: Attempt, open: boolean) {
  const mine = (attempt.submittedAnswers?.[question.questionId] ?? null) as AnswerValue;
  const mark = attempt.marks?.[question.questionId] ?? null;
  return {
    ...withoutKey(question),
    mine,
    answer: open ? question.answer : null,
    analysis: open ? question.analysis : null,
    mark: open ? mark : null,
    right: open && mark !== null ? toHundredths(mark) === toHundredths(question.score) : null,
    remark: open ? (attempt.remarks?.[question.questionId] ?? null) : null,
  };
}
