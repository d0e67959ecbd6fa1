import { and, eq, sql } from 'drizzle-orm';
import { managesExams } from '#src/contract/rules/rights.ts';
import type { OperationInput } from '#src/contract/calls.ts';
import { certificate, userCertificate } from '#src/server/record/tables/certificate.ts';
import { exam } from './tables/exam.ts';
import { examAttempt, type PaperQuestion } from './tables/attempt.ts';
import { pgClientOf, type TenantDb } from '#src/server/core/db/tenant.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound, AppError } from '#src/server/core/app-error.ts';
import { readNoticeOf } from '#src/server/notice/read-notice-of.ts';
import { answerLangs } from './answer-langs.ts';
import type { AnswerValue } from './answer-shape.ts';
import { appealUntil } from './review-times.ts';
import { closeExpired } from './attempt/close-expired.ts';
import type { Attempt } from './attempt/lock-attempt.ts';
import { markedSource } from './attempt/finish-attempt.ts';
import { type Progress, readProgress } from './progress.ts';
import { readRegrades, rulesOf, type Regrades } from './read-regrades.ts';
import { receiptOf } from './receipt.ts';
import { passMarkOf, regradedQuestion, ruleName, ruleOf } from './regrade-rule.ts';
import { fromHundredths, toHundredths } from './score-paper.ts';
import { stateOf } from './submit-exam.ts';
import { clockAt, GRACE_SECONDS, isExpired } from './times.ts';
import { inLanguage, publicQuestion, renderedKey } from './public-question.ts';
import { withheldInReview } from './withheld-questions.ts';

type Rules = typeof exam.$inferSelect;
type Review = { review: 'open' | 'later' | 'never' | 'afterAttempt' | 'afterLast'; reviewOpensAt: Date | null };

/** Counts of an attempt that its result shows, and whether the notice about it is unread. */
const ofAttempt = {
  lateCount: sql<number>`(
    select count(*)::int from exam_late_answer l where l.enterprise_id = ${examAttempt.enterpriseId}
      and l.attempt_id = ${examAttempt.id} and l.reason <> 'superseded')`,
  rejectedCount: sql<number>`(
    select coalesce(sum(r.count), 0)::int from exam_rejected_answer r where r.enterprise_id = ${examAttempt.enterpriseId}
      and r.attempt_id = ${examAttempt.id})`,
  switchCount: sql<number>`(
    select count(*)::int from exam_switch s where s.enterprise_id = ${examAttempt.enterpriseId}
      and s.attempt_id = ${examAttempt.id} and s.counted)`,
};

async function readAttempt(db: TenantDb, enterpriseId: string, userId: string, attemptId: string) {
  const [found] = await db
    .select({
      ...{ attempt: examAttempt, rules: exam, certificateName: certificate.certificateName },
      ...{ certificateId: userCertificate.id, ...ofAttempt },
      isUnread: sql<boolean>`exists (
        select from notice n where n.enterprise_id = ${enterpriseId} and n.user_id = ${userId}
          and n.source = ${markedSource(attemptId)} and n.read_at is null)`,
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
      and(eq(examAttempt.enterpriseId, enterpriseId), eq(examAttempt.id, attemptId), eq(examAttempt.userId, userId)),
    )
    .prepare('result-of')
    .execute();
  if (!found) throw notFound();
  return found;
}

/**
 * Returns result and receipt of a closed attempt, and its review as far as the policy currently allows it.
 * @throws AppError 404 when it is not an attempt of the viewer; 409 while it is open
 */
export async function viewResult(
  { db, tenant, viewer, now, locale }: Context,
  { attemptId, questions: wanted }: OperationInput<'GET /exam/auth/user/exam/result/view'>,
) {
  const enterpriseId = tenant.id;
  const at = now();
  let found = await readAttempt(db, enterpriseId, viewer.userId, attemptId);
  if (found.attempt.status === 'open' && isExpired(found.attempt.deadlineAt, clockAt(found.attempt, at))) {
    await closeExpired(db, { enterpriseId, userId: viewer.userId, attemptId, now: at, closedBy: 'timer' });
    found = await readAttempt(db, enterpriseId, viewer.userId, attemptId);
  }
  const { attempt, rules, certificateName, certificateId, lateCount, rejectedCount, switchCount } = found;
  if (attempt.status === 'open') throw new AppError(409, 'attemptOpen');
  const final = attempt.status === 'marked';
  const source = markedSource(attemptId);
  if (final && found.isUnread) await readNoticeOf(db, { enterpriseId, userId: viewer.userId, sources: [source], at });
  const regrades = await readRegrades(db, enterpriseId, attempt.examId);
  const rulesNow = rulesOf(regrades);
  const paper = attempt.paper.map((question) => regradedQuestion(question, ruleOf(question, rulesNow)));
  const objectiveTotal = paper
    .filter((question) => question.type !== 'short')
    .reduce((sum, question) => sum + toHundredths(question.score), 0);
  const progress = await readProgress(db, { ...attempt, now: at });
  // Lecturers do not see right answers of banks that they may not edit (decision 069); in a trial they see marks only.
  const review: Review =
    attempt.trial && !managesExams(viewer)
      ? { review: 'never', reviewOpensAt: null }
      : await reviewOf(db, attempt, { rules, progress, now: at });
  const open = review.review === 'open';
  const { userId, examId } = attempt;
  const questionIds = attempt.paper.map((question) => question.questionId);
  const withheld = open
    ? await withheldInReview(db, { enterpriseId, userId, examId, questionIds, now: at })
    : new Set<string>();
  const isHidden = rules.publishMarks === 'together' && !final;
  const isShown = ({ questionId }: PaperQuestion) => open && !withheld.has(questionId);
  const isWrong = (question: PaperQuestion) => {
    const mark = attempt.marks?.[question.questionId] ?? null;
    return isShown(question) && !isHidden && mark !== null && toHundredths(mark) !== toHundredths(question.score);
  };
  const langs = wanted === 'all' ? await answerLangs(db, attempt) : new Map<string, null>();
  return {
    attemptId,
    examId: rules.id,
    title: rules.title,
    number: attempt.number,
    trialOf: rules.trialOf,
    status: attempt.status,
    examState: stateOf(attempt, progress),
    closedBy: attempt.closedBy!,
    switchPolicy: rules.switchPolicy,
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
    ...{ lateCount, rejectedCount, switchCount },
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
    appealDays: rules.appealDays,
    appealUntil: open ? await appealUntil(db, attempt, rules, at) : null,
    questionIds,
    mistakeCount: paper.filter(isWrong).length,
    questions: (wanted === 'all' ? paper : []).map((question) => {
      const isOpen = isShown(question);
      const item = {
        ...reviewItem(inLanguage(question, locale), attempt, isOpen, now()),
        regrade: isOpen && final ? regradeOf(regrades.get(ruleName(question))) : null,
      };
      const mineLang = item.mine === null ? null : (langs.get(question.questionId) ?? null);
      return {
        ...item,
        mineLang,
        ...(isHidden ? { mark: null, right: null, remark: null } : {}),
        withheld: withheld.has(question.questionId),
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
  db: TenantDb,
  attempt: Attempt,
  { rules, progress, now }: { rules: Rules; progress: Progress; now: Date },
): Promise<Review> {
  if (rules.reviewPolicy === 'never') return { review: 'never', reviewOpensAt: null };
  const isOver = progress.countingLeft === 0;
  const opens =
    rules.reviewPolicy === 'immediately' ? isOver || rules.reviewEarly : rules.reviewPolicy === 'after_last' && isOver;
  if (!opens) {
    const at = new Date((await overAt(db, attempt)).getTime() + GRACE_SECONDS * 1000);
    const review = rules.reviewPolicy === 'after_window' ? 'later' : 'afterLast';
    if (now < at) return { review, reviewOpensAt: at };
  }
  return { review: progress.openId === null ? 'open' : 'afterAttempt', reviewOpensAt: null };
}

/** Returns when nobody can answer the exam any more. */
async function overAt(db: TenantDb, { enterpriseId, examId }: Attempt): Promise<Date> {
  const { rows } = await pgClientOf(db).query<{ at: Date }>({
    ...{ name: 'exam-over-at', text: 'select portal.exam_over_at($1, $2) as at', values: [enterpriseId, examId] },
  });
  return rows[0]!.at;
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
