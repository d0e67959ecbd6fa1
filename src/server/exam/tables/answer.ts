import { boolean, foreignKey, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { enterpriseId, id, moment } from '#src/server/core/db/columns.ts';
import { atLeast, oneOf } from '#src/server/core/db/constraints.ts';
import { examAttempt } from './attempt.ts';
import type { QuestionLang } from '#src/server/question/tables.ts';

/** Latest answer per question; the highest `(epoch, revision)` wins. Partitioned by the month of `attempt_id`. */
export const examAnswer = pgTable(
  'exam_answer',
  {
    enterpriseId: enterpriseId(),
    attemptId: uuid('attempt_id').notNull(),
    questionId: uuid('question_id').notNull(),
    epoch: integer('epoch').notNull(),
    revision: integer('revision').notNull(),
    answer: jsonb('answer').notNull(),
    /** The candidate flagged the question, to return to it later. */
    flagged: boolean('flagged').notNull().default(false),
    savedAt: moment('saved_at').notNull(),
    /** The language in which the question was shown when it was answered; null if the client did not say. */
    lang: text('lang').$type<QuestionLang>(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.attemptId, t.questionId] }),
    foreignKey({ columns: [t.enterpriseId, t.attemptId], foreignColumns: [examAttempt.enterpriseId, examAttempt.id] }),
    atLeast(t.epoch, 1),
    atLeast(t.revision, 0),
    oneOf(t.lang, ['zh', 'en']),
  ],
);

/**
 * Late answers and answers of an earlier writer: stored as evidence for the marker within limits
 * (server/exam/limits.ts), never counted.
 */
export const examLateAnswer = pgTable(
  'exam_late_answer',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    attemptId: uuid('attempt_id').notNull(),
    questionId: uuid('question_id').notNull(),
    epoch: integer('epoch').notNull(),
    revision: integer('revision').notNull(),
    answer: jsonb('answer').notNull(),
    reason: text('reason').$type<'late' | 'closed' | 'superseded'>().notNull(),
    arrivedAt: moment('arrived_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.attemptId, t.questionId, t.epoch, t.revision),
    foreignKey({ columns: [t.enterpriseId, t.attemptId], foreignColumns: [examAttempt.enterpriseId, examAttempt.id] }),
    atLeast(t.epoch, 1),
    atLeast(t.revision, 0),
    oneOf(t.reason, ['late', 'closed', 'superseded']),
  ],
);

/**
 * Number of saves of an attempt, which is limited (server/exam/limits.ts). A separate table, because concurrent saves hold
 * the attempt FOR SHARE and therefore cannot update it.
 */
export const examSaveCount = pgTable(
  'exam_save_count',
  {
    enterpriseId: enterpriseId(),
    attemptId: uuid('attempt_id').notNull(),
    saves: integer('saves').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.attemptId] }),
    foreignKey({ columns: [t.enterpriseId, t.attemptId], foreignColumns: [examAttempt.enterpriseId, examAttempt.id] }),
    atLeast(t.saves, 0),
  ],
);

export type RejectReason = 'unknownQuestion' | 'invalid' | 'tooLong' | 'epoch' | 'lateLimit';

/**
 * Number of answers that the server rejected, per question and reason, as evidence for the marker. The answers themselves
 * are stored only on the device that sent them.
 */
export const examRejectedAnswer = pgTable(
  'exam_rejected_answer',
  {
    enterpriseId: enterpriseId(),
    attemptId: uuid('attempt_id').notNull(),
    /** The nil UUID for questions that are not on the paper. */
    questionId: uuid('question_id').notNull(),
    reason: text('reason').$type<RejectReason>().notNull(),
    count: integer('count').notNull(),
    lastAt: moment('last_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.attemptId, t.questionId, t.reason] }),
    foreignKey({ columns: [t.enterpriseId, t.attemptId], foreignColumns: [examAttempt.enterpriseId, examAttempt.id] }),
    oneOf(t.reason, ['unknownQuestion', 'invalid', 'tooLong', 'epoch', 'lateLimit']),
    atLeast(t.count, 1),
  ],
);
