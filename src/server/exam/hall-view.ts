import type { exam } from './tables/exam.ts';
import type { PaperQuestion } from './tables/attempt.ts';
import { switchRules } from './frozen-accommodation.ts';
import type { Attempt } from './attempt/lock-attempt.ts';
import { publicQuestion } from './public-question.ts';
import { LEAVE_GRACE_SECONDS } from './times.ts';
import { and, eq } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { AnswerValue } from './answer-shape.ts';
import { examAnswer } from './tables/answer.ts';

/** The rules of an exam that apply in its hall. */
export type HallRules = Pick<
  typeof exam.$inferSelect,
  'title' | 'passScore' | 'switchPolicy' | 'switchLimit' | 'switchDwellSeconds'
>;
type HallAttempt = Pick<
  Attempt,
  | 'enterpriseId'
  | 'id'
  | 'examId'
  | 'number'
  | 'trial'
  | 'status'
  | 'writerEpoch'
  | 'startedAt'
  | 'waitsUntil'
  | 'deadlineAt'
  | 'totalScore'
  | 'accommodation'
  | 'breakUntil'
  | 'pausedAt'
  | 'sectionEnds'
  | 'paper'
>;
type Shown = {
  attempt: HallAttempt;
  rules: HallRules;
  switchCount: number;
  answers: Awaited<ReturnType<typeof savedAnswers>>;
  breaksLeft: number;
};

/** Returns the data of the exam screen: the paper without correct answers, the saved answers, server time and deadline. */
export function hallView({ attempt, rules, switchCount, answers, breaksLeft }: Shown, now: Date) {
  const { enterpriseId } = attempt;
  const open = attempt.status === 'open';
  // The paper is hidden during a break, and while the attempt is paused.
  const breakUntil = open && attempt.breakUntil && now < attempt.breakUntil ? attempt.breakUntil : null;
  return {
    ...switchRules(rules, attempt),
    leaveGraceSeconds: LEAVE_GRACE_SECONDS,
    attemptId: attempt.id,
    examId: attempt.examId,
    number: attempt.number,
    trial: attempt.trial,
    status: attempt.status,
    epoch: attempt.writerEpoch,
    serverTime: now,
    deadlineAt: attempt.deadlineAt,
    startedAt: attempt.startedAt,
    waitsUntil: open ? attempt.waitsUntil : null,
    totalScore: attempt.totalScore,
    switchCount,
    largeType: attempt.accommodation?.largeType ?? false,
    breakUntil,
    pausedAt: open ? attempt.pausedAt : null,
    breakSeconds: attempt.accommodation?.breakSeconds ?? 0,
    breaksLeft,
    questions:
      open && !breakUntil && !attempt.pausedAt
        ? attempt.paper.map((question) => ({
            ...publicQuestion(question, { enterpriseId, now }),
            endsAt: endOf(attempt, question),
          }))
        : [],
    answers: open ? answers : [],
  };
}

/** Returns the end of the section of a question; null: the end of the attempt. */
const endOf = ({ sectionEnds }: { sectionEnds: (string | null)[] | null }, { part }: PaperQuestion) =>
  (part !== undefined && sectionEnds?.[part]) || null;

/** Returns the saved answers of an attempt with their epochs and revisions. */
export async function savedAnswers(db: TenantDb, enterpriseId: string, attemptId: string) {
  const rows = await db
    .select()
    .from(examAnswer)
    .where(and(eq(examAnswer.enterpriseId, enterpriseId), eq(examAnswer.attemptId, attemptId)));
  return rows.map(({ questionId, epoch, revision, answer, flagged, lang }) => ({
    questionId,
    epoch,
    revision,
    answer: answer as AnswerValue,
    flagged,
    lang,
  }));
}
