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
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { enterpriseId, id, moment } from '#src/server/core/db/columns.ts';
import { atLeast, between, oneOf } from '#src/server/core/db/constraints.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import { examAttempt, type PaperQuestion } from '#src/server/exam/tables/attempt.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';
import { question, questionBank } from '#src/server/question/tables.ts';

/** What the questions of a practice were chosen from. */
export type PracticeKind = 'bank' | 'exam' | 'mistakes';

/** Questions that a member practises; each answer is checked at once. Nothing is earned (decision 064). */
export const practiceRun = pgTable(
  'practice_run',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    userId: uuid('user_id').notNull(),
    kind: text('kind').$type<PracticeKind>().notNull(),
    bankId: uuid('bank_id'),
    examId: uuid('exam_id'),
    /** Frozen like the paper of an attempt. */
    paper: jsonb('paper').$type<PaperQuestion[]>().notNull(),
    questionCount: integer('question_count').notNull(),
    /** Questions whose answer was checked, and those of them that were right. */
    answeredCount: integer('answered_count').notNull().default(0),
    rightCount: integer('right_count').notNull().default(0),
    startedAt: moment('started_at').notNull(),
    finishedAt: moment('finished_at'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    foreignKey({ columns: [t.enterpriseId, t.bankId], foreignColumns: [questionBank.enterpriseId, questionBank.id] }),
    foreignKey({ columns: [t.enterpriseId, t.examId], foreignColumns: [exam.enterpriseId, exam.id] }),
    memberKey(t.enterpriseId, t.userId),
    index().on(t.enterpriseId, t.userId, t.startedAt),
    oneOf(t.kind, ['bank', 'exam', 'mistakes']),
    check(
      'practice_run_source_check',
      sql`(${t.kind} = 'bank') = (${t.bankId} is not null) and (${t.kind} = 'exam') = (${t.examId} is not null)`,
    ),
    atLeast(t.questionCount, 1),
    check('practice_run_answered_count_check', sql`${t.answeredCount} between 0 and ${t.questionCount}`),
    check('practice_run_right_count_check', sql`${t.rightCount} between 0 and ${t.answeredCount}`),
  ],
);

/** An answer in a practice: a draft until it is checked. */
export const practiceAnswer = pgTable(
  'practice_answer',
  {
    enterpriseId: enterpriseId(),
    runId: uuid('run_id').notNull(),
    questionId: uuid('question_id').notNull(),
    /** Null: cleared, or the answer was asked for without giving one. */
    answer: jsonb('answer').$type<unknown>(),
    savedAt: moment('saved_at').notNull(),
    /** When the right answer was shown; null: a draft. */
    checkedAt: moment('checked_at'),
    /** Null: a draft, or a short answer that its author has not assessed yet. */
    right: boolean('right'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.runId, t.questionId] }),
    foreignKey({ columns: [t.enterpriseId, t.runId], foreignColumns: [practiceRun.enterpriseId, practiceRun.id] }),
    check('practice_answer_right_check', sql`${t.right} is null or ${t.checkedAt} is not null`),
  ],
);

/**
 * A question that a member has answered wrongly: one row per exam, and one for all practices. Rows of exams are written by
 * a trigger on `exam_attempt`; whether they are shown depends on the review (server/practice/visible-mistakes.ts).
 */
export const mistake = pgTable(
  'mistake',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    userId: uuid('user_id').notNull(),
    questionId: uuid('question_id').notNull(),
    /** Null: in practice. */
    examId: uuid('exam_id'),
    /** The attempt or practice with the latest wrong answer. */
    attemptId: uuid('attempt_id'),
    runId: uuid('run_id'),
    wrongCount: integer('wrong_count').notNull(),
    lastWrongAt: moment('last_wrong_at').notNull(),
    /** Right answers in practice since the latest wrong one. */
    rightInRow: integer('right_in_row').notNull().default(0),
    /** Answered rightly often enough: no longer in the book, but in its archive. */
    archivedAt: moment('archived_at'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique('mistake_source_unique').on(t.enterpriseId, t.userId, t.questionId, t.examId).nullsNotDistinct(),
    index().on(t.enterpriseId, t.questionId),
    foreignKey({
      columns: [t.enterpriseId, t.questionId],
      foreignColumns: [question.enterpriseId, question.id],
    }).onDelete('cascade'),
    foreignKey({ columns: [t.enterpriseId, t.examId], foreignColumns: [exam.enterpriseId, exam.id] }),
    foreignKey({ columns: [t.enterpriseId, t.attemptId], foreignColumns: [examAttempt.enterpriseId, examAttempt.id] }),
    foreignKey({ columns: [t.enterpriseId, t.runId], foreignColumns: [practiceRun.enterpriseId, practiceRun.id] }),
    memberKey(t.enterpriseId, t.userId),
    check('mistake_source_check', sql`num_nonnulls(${t.attemptId}, ${t.runId}) = 1`),
    atLeast(t.wrongCount, 1),
    atLeast(t.rightInRow, 0),
  ],
);

/** How often in a row a member wants to answer a question rightly until it leaves the book of mistakes; default 1. */
export const practicePreference = pgTable(
  'practice_preference',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    rightInRow: integer('right_in_row').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.userId] }),
    memberKey(t.enterpriseId, t.userId),
    between(t.rightInRow, 1, 3),
  ],
);
