import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { amount, enterpriseId, gmtCreate, id, moment } from '#src/server/core/db/columns.ts';
import { atLeast } from '#src/server/core/db/constraints.ts';
import { exam } from './exam.ts';
import { examAttempt } from './attempt.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';
import { question } from '#src/server/question/tables.ts';

/**
 * How a question counts instead of what its frozen papers say; null: as on the paper. `key`: texts of the right options
 * (of a single choice: each of them is right), a boolean, or accepted texts per blank; options are named by their texts,
 * because letters differ from paper to paper. `void`: everybody has the full score, or the question does not count.
 */
export type RegradeRule = {
  key: string[] | boolean | string[][] | null;
  score: number | null;
  void: 'full' | 'drop' | null;
};

/**
 * A change of how a version of a question counts in an exam, after attempts were submitted (decision 062). Of several for
 * the same version the latest applies.
 */
export const examRegrade = pgTable(
  'exam_regrade',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    examId: uuid('exam_id').notNull(),
    /** 1, 2, 3 … per exam. */
    number: integer('number').notNull(),
    questionId: uuid('question_id').notNull(),
    /** 0: papers that were drawn before versions were kept. */
    version: integer('version').notNull(),
    ruleBefore: jsonb('rule_before').$type<RegradeRule>().notNull(),
    ruleAfter: jsonb('rule_after').$type<RegradeRule>().notNull(),
    /** Nobody loses a pass by it. */
    keepPasses: boolean('keep_passes').notNull(),
    reason: text('reason').notNull(),
    createdBy: uuid('created_by').notNull(),
    gmtCreate: gmtCreate(),
    /** Closed attempts with the question when it was applied. */
    attemptCount: integer('attempt_count').notNull(),
    /** Attempts up to this id are done. */
    doneUntil: uuid('done_until'),
    /** Null while attempts are left. */
    doneAt: moment('done_at'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.examId, t.number),
    foreignKey({ columns: [t.enterpriseId, t.examId], foreignColumns: [exam.enterpriseId, exam.id] }),
    foreignKey({ columns: [t.enterpriseId, t.questionId], foreignColumns: [question.enterpriseId, question.id] }),
    memberKey(t.enterpriseId, t.createdBy),
    // One at a time in an exam.
    uniqueIndex('exam_regrade_one_running')
      .on(t.enterpriseId, t.examId)
      .where(sql`done_at is null`),
    atLeast(t.number, 1),
    atLeast(t.version, 0),
    atLeast(t.attemptCount, 0),
  ],
);

/** What a regrade has changed in one attempt. */
export const examRegradeAttempt = pgTable(
  'exam_regrade_attempt',
  {
    enterpriseId: enterpriseId(),
    regradeId: uuid('regrade_id').notNull(),
    attemptId: uuid('attempt_id').notNull(),
    /** Mark of the question; null: none yet. */
    markBefore: amount('mark_before'),
    markAfter: amount('mark_after'),
    scoreBefore: amount('score_before').notNull(),
    scoreAfter: amount('score_after').notNull(),
    /** Null: the result is not final. */
    passedBefore: boolean('passed_before'),
    passedAfter: boolean('passed_after'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.regradeId, t.attemptId] }),
    foreignKey({ columns: [t.enterpriseId, t.regradeId], foreignColumns: [examRegrade.enterpriseId, examRegrade.id] }),
    foreignKey({ columns: [t.enterpriseId, t.attemptId], foreignColumns: [examAttempt.enterpriseId, examAttempt.id] }),
    index().on(t.enterpriseId, t.attemptId),
    atLeast(t.markBefore, 0),
    atLeast(t.markAfter, 0),
    atLeast(t.scoreBefore, 0),
    atLeast(t.scoreAfter, 0),
  ],
);
