import { and, eq, ne, sql } from 'drizzle-orm';
import { certificate, userCertificate } from '#src/server/core/db/schema/record.ts';
import { exam } from '#src/server/core/db/schema/exam.ts';
import { examAttempt, type PaperQuestion } from '#src/server/core/db/schema/exam-attempt.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound, AppError } from '#src/server/core/app-error.ts';
import { readNoticeOf } from '#src/server/notice/read-notice-of.ts';
import { answerLangs } from './answer-langs.ts';
import type { AnswerValue } from './answer-shape.ts';
import { appealUntil } from './appeal-until.ts';
import { closeExpired } from './close-expired.ts';
import type { Attempt } from './lock-attempt.ts';
import { markedSource } from './marked-source.ts';
import { type Progress, readProgress } from './progress.ts';
import { readRegrades, rulesOf, type Regrades } from './read-regrades.ts';
import { receiptOf } from './receipt.ts';
import { passMarkOf, regradedQuestion, ruleName, ruleOf } from './regrade-rule.ts';
import { fromHundredths, toHundredths } from './score-paper.ts';
import { countLate, countRejected, stateAfter } from './submit-exam.ts';
import { GRACE_SECONDS } from './times.ts';
import { inLanguage, publicQuestion, renderedKey } from './public-question.ts';
import { countSwitches } from './view-attempt.ts';
import { withheldInReview } from './withheld-questions.ts';

type Rules = typeof exam.$inferSelect;
type Review = { review: 'open' | 'later' | 'never' | 'afterAttempt' | 'afterLast'; reviewOpensAt: Date | null };

/**
 * Returns result and receipt of a closed attempt, and its review as far as the policy currently allows it.
 * @throws AppError 404 when it is not an attempt of the viewer; 409 while it is open
 */
export async function viewResult({ db, tenant, viewer, now, locale }: Context, { attemptId }: { attemptId: string }) {
  const enterpriseId = tenant.id;
  const at = now();
  await closeExpired(db, { enterpriseId, userId: viewer.userId, attemptId, now: at, closedBy: 'timer' });
  const [found] = await db
    .select({
      ...{ attempt: examAttempt, rules: exam, certificateName: certificate.certificateName },
      certificateId: userCertificate.id,
    })
    .from(examAttempt)
    .innerJoin(exam, and(eq(exam.enterpriseId, examAttempt.enterpriseId), eq(exam.id, examAttempt.examId)))
    .leftJoin(certificate, and(eq(certificate.enterpriseId, exam.enterpriseId), eq(certificate.id, exam.certificateId)))
    .leftJoin(
      userCertificate,
      and(
        eq(userCertificate.enterpriseId, exam.enterpriseId),
        eq(userCertificate.userId, examAttempt.userId),
        eq(userCertificate.source, sql`'exam:' || ${exam.id}`),
      ),
    )
    .where(
      and(
        eq(examAttempt.enterpriseId, enterpriseId),
        eq(examAttempt.id, attemptId),
        eq(examAttempt.userId, viewer.userId),
      ),
    );
  if (!found) throw notFound();
  const { attempt, rules, certificateName, certificateId } = found;
  if (attempt.status === 'open') throw new AppError(409, 'attemptOpen');
  const final = attempt.status === 'marked';
  const source = markedSource(attemptId);
  if (final) await readNoticeOf(db, { enterpriseId, userId: viewer.userId, sources: [source], at });
  const regrades = await readRegrades(db, enterpriseId, attempt.examId);
  const rulesNow = rulesOf(regrades);
  const paper = attempt.paper.map((question) => regradedQuestion(question, ruleOf(question, rulesNow)));
  const objectiveTotal = paper
    .filter((question) => question.type !== 'short')
    .reduce((sum, question) => sum + toHundredths(question.score), 0);
  const progress = await readProgress(db, { ...attempt, now: at });
  const review = await reviewOf(db, attempt, { rules, progress, now: at });
  const open = review.review === 'open';
  const { userId, examId } = attempt;
  const questionIds = attempt.paper.map((question) => question.questionId);
  const withheld = open
    ? await withheldInReview(db, { enterpriseId, userId, examId, questionIds, now: at })
    : new Set<string>();
  const langs = await answerLangs(db, attempt);
  return {
    attemptId,
    examId: rules.id,
    title: rules.title,
    number: attempt.number,
    status: attempt.status,
    examState: await stateAfter(db, attempt, at),
    closedBy: attempt.closedBy!,
    voidReason: attempt.voidReason,
    startedAt: attempt.startedAt,
    submittedAt: attempt.submittedAt!,
    usedSeconds: Math.round((attempt.submittedAt!.getTime() - attempt.startedAt.getTime()) / 1000),
    questionCount: attempt.paper.length,
    totalScore: attempt.totalScore,
    passScore: fromHundredths(passMarkOf(attempt.paper, rulesNow, rules.passScore)),
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
    attemptsLeft: progress.attemptsLeft,
    countedAttempt: rules.countedAttempt,
    isCounting: progress.countingId === attemptId,
    earned: attempt.passed
      ? {
          credits: rules.credits,
          points: rules.points,
          certificateName: certificateId && certificateName,
          certificateId,
        }
      : null,
    ...review,
    appealUntil: open ? await appealUntil(db, attempt, rules, progress, at) : null,
    questions: paper.map((question) => {
      const isWithheld = withheld.has(question.questionId);
      const isShown = open && !isWithheld;
      const item = {
        ...reviewItem(inLanguage(question, locale), attempt, isShown, now()),
        regrade: isShown && final ? regradeOf(regrades.get(ruleName(question))) : null,
      };
      const isHidden = rules.publishMarks === 'together' && !final;
      const mineLang = item.mine === null ? null : (langs.get(question.questionId) ?? null);
      return {
        ...item,
        mineLang,
        ...(isHidden ? { mark: null, right: null, remark: null } : {}),
        withheld: isWithheld,
      };
    }),
  };
}

/**
 * Returns whether correct answers are shown now. The end of the window includes resits, extra time and breaks that anybody
 * has for the exam, and the grace period. Not while the user has an attempt left that can count, unless the exam accepts
 * that; not while the user has another open attempt at the same exam.
 */
export async function reviewOf(
  db: Context['db'],
  attempt: Attempt,
  { rules, progress, now }: { rules: Rules; progress: Progress; now: Date },
): Promise<Review> {
  if (rules.reviewPolicy === 'never') return { review: 'never', reviewOpensAt: null };
  const ofExam = and(eq(examAttempt.enterpriseId, attempt.enterpriseId), eq(examAttempt.examId, attempt.examId));
  const isOver = progress.countingLeft === 0;
  const opens =
    rules.reviewPolicy === 'immediately' ? isOver || rules.reviewEarly : rules.reviewPolicy === 'after_last' && isOver;
  if (!opens) {
    const at = new Date((await overAt(db, attempt)).getTime() + GRACE_SECONDS * 1000);
    const review = rules.reviewPolicy === 'after_window' ? 'later' : 'afterLast';
    if (now < at) return { review, reviewOpensAt: at };
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

/** Returns when nobody can answer the exam any more. */
async function overAt(db: Context['db'], { enterpriseId, examId }: Attempt): Promise<Date> {
  const { rows } = await db.execute<{ at: string }>(sql`select portal.exam_over_at(${enterpriseId}, ${examId}) as at`);
  return new Date(rows[0]!.at);
}

/** What a review says about a question that was regraded. */
function regradeOf(regrade: ReturnType<Regrades['get']>) {
  return regrade ? { void: regrade.rule.void, reason: regrade.reason } : null;
}

function reviewItem(question: PaperQuestion, attempt: Attempt, open: boolean, now: Date) {
  const signing = { enterpriseId: attempt.enterpriseId, now };
  const mine = (attempt.submittedAnswers?.[question.questionId] ?? null) as AnswerValue;
  const mark = attempt.marks?.[question.questionId] ?? null;
  return {
    ...publicQuestion(question, signing),
    mine,
    answer: open ? question.answer : null,
    analysis: open ? question.analysis : null,
    keyHtml: open ? renderedKey(question, signing) : {},
    mark: open ? mark : null,
    right: open && mark !== null ? toHundredths(mark) === toHundredths(question.score) : null,
    remark: open ? (attempt.remarks?.[question.questionId] ?? null) : null,
  };
}
