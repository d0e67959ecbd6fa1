import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { enterpriseId, id, moment } from '#src/server/core/db/columns.ts';
import { atLeast, oneOf } from '#src/server/core/db/constraints.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';

/** Sums over the counted attempts; scores in hundredths. */
export type ScoreSums = {
  count: number;
  passed: number;
  mean: number | null;
  deviation: number | null;
  variance: number | null;
  meanShare: number | null;
  medianShare: number | null;
  seconds: number | null;
  histogram: number[];
};

/** Sums over the counted attempts with one answer to one version of a question; `chosen` as `exam_result` has it. */
export type AnswerSums = {
  questionId: string;
  version: number;
  chosen: string | null;
  /** An attempt whose paper has this version. */
  attemptId: string;
  count: number;
  upper: number;
  lower: number;
  omitted: number;
  /** Of the score of the question, of that of all others (`rest`), and of both multiplied. */
  scoreSum: number;
  scoreSquares: number;
  restSum: number;
  restSquares: number;
  productSum: number;
  /** Of the full score of the question, and the highest. */
  mostSum: number;
  most: number;
  upperScore: number;
  upperMost: number;
  lowerScore: number;
  lowerMost: number;
  secondsSum: number;
  timedCount: number;
};

/** Everything from which the figures are computed; `latestId`: the attempt whose paper gives the order of the questions. */
export type ExamSums = { scores: ScoreSums; answers: AnswerSums[]; latestId: string | null };

/**
 * A marked attempt in the form that the analysis reads: papers, answers and marks are large JSON values. Written by a trigger
 * on `exam_attempt` whenever marks, answers or status change (decision 061). The lists have one element for each question
 * of the paper.
 */
export const examResult = pgTable(
  'exam_result',
  {
    enterpriseId: enterpriseId(),
    attemptId: uuid('attempt_id').notNull(),
    examId: uuid('exam_id').notNull(),
    userId: uuid('user_id').notNull(),
    number: integer('number').notNull(),
    /** As in `exam_attempt`. */
    windowNumber: integer('window_number').notNull().default(0),
    finishedAt: moment('finished_at').notNull(),
    passed: boolean('passed').notNull(),
    /** Hundredths of a point, as in the lists below. */
    score: integer('score').notNull(),
    fullScore: integer('full_score').notNull(),
    /** From start to closing. */
    usedSeconds: integer('used_seconds').notNull(),
    questionIds: uuid('question_ids').array().notNull(),
    /** 0 for papers that were drawn before versions were kept. */
    versions: integer('versions').array().notNull().default([]),
    /** Null for a question without a mark. */
    scores: integer('scores').array().notNull(),
    maxScores: integer('max_scores').array().notNull(),
    /**
     * Null without an answer. Choices: the start of the MD5 of each chosen option's text, sorted and separated by commas,
     * because letters differ from paper to paper; true or false: `true`, `false`; texts: `+`.
     */
    chosen: text('chosen').array().notNull(),
    /** Seconds from the previous save to the last save of this answer; null when it was sent together with others. */
    seconds: integer('seconds').array().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.attemptId] }),
    foreignKey({ columns: [t.enterpriseId, t.attemptId], foreignColumns: [examAttempt.enterpriseId, examAttempt.id] }),
    memberKey(t.enterpriseId, t.userId),
    // With all that results of people need, so that they are read from the index alone.
    index('exam_result_of_person').on(
      ...([t.enterpriseId, t.examId, t.userId, t.number, t.score, t.passed, t.windowNumber, t.finishedAt] as const),
    ),
    atLeast(t.number, 1),
    atLeast(t.score, 0),
    atLeast(t.fullScore, 0),
    atLeast(t.usedSeconds, 0),
    check(
      'exam_result_lists_check',
      sql`cardinality(${t.scores}) = cardinality(${t.questionIds}) and cardinality(${t.maxScores}) = cardinality(${t.questionIds})
        and cardinality(${t.chosen}) = cardinality(${t.questionIds}) and cardinality(${t.seconds}) = cardinality(${t.questionIds})`,
    ),
    check('exam_result_versions_check', sql`cardinality(${t.versions}) = cardinality(${t.questionIds})`),
    atLeast(t.windowNumber, 0),
  ],
);

/**
 * A change of `exam_result` that the stored sums of its exam do not contain yet. One row each, without a key on the exam, so
 * that concurrent submissions do not wait for one another; deleted when the sums are computed.
 */
export const examResultChange = pgTable(
  'exam_result_change',
  { enterpriseId: enterpriseId(), id: id(), examId: uuid('exam_id').notNull() },
  (t) => [primaryKey({ columns: [t.enterpriseId, t.examId, t.id] })],
);

/** Sums of the results of an exam with many attempts, for each choice of the attempts that count (decision 061). */
export const examSums = pgTable(
  'exam_sums',
  {
    enterpriseId: enterpriseId(),
    examId: uuid('exam_id').notNull(),
    counting: text('counting').$type<'first' | 'last' | 'best'>().notNull(),
    sums: jsonb('sums').$type<ExamSums>().notNull(),
    computedAt: moment('computed_at').notNull(),
    /** How long all sums of the exam took to compute; determines when they are computed again. */
    milliseconds: integer('milliseconds').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.examId, t.counting] }),
    foreignKey({ columns: [t.enterpriseId, t.examId], foreignColumns: [exam.enterpriseId, exam.id] }),
    oneOf(t.counting, ['first', 'last', 'best']),
    atLeast(t.milliseconds, 0),
  ],
);
