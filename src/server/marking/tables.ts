import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { amount, enterpriseId, gmtCreate, gmtModified, id, moment } from '#src/server/core/db/columns.ts';
import { between, atLeast, oneOf } from '#src/server/core/db/constraints.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';
import { question, type Criterion } from '#src/server/question/tables.ts';

/**
 * A short answer of a closed attempt that needs marks, inserted by a trigger on `exam_attempt` when it is closed. The queue
 * reads these rows and no papers (decision 060).
 */
export const markingAnswer = pgTable(
  'marking_answer',
  {
    enterpriseId: enterpriseId(),
    attemptId: uuid('attempt_id').notNull(),
    questionId: uuid('question_id').notNull(),
    examId: uuid('exam_id').notNull(),
    submittedAt: moment('submitted_at').notNull(),
    /** Marks wanted: one, two, or three when the first two are further apart than the tolerance. */
    needed: integer('needed').notNull().default(1),
    given: integer('given').notNull().default(0),
    /** The mark that counts; null until all marks are given. */
    score: amount('score'),
    /** Who holds the answer to mark it, and until when. */
    heldBy: uuid('held_by'),
    heldUntil: moment('held_until'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.attemptId, t.questionId] }),
    foreignKey({ columns: [t.enterpriseId, t.attemptId], foreignColumns: [examAttempt.enterpriseId, examAttempt.id] }),
    foreignKey({ columns: [t.enterpriseId, t.examId], foreignColumns: [exam.enterpriseId, exam.id] }),
    memberKey(t.enterpriseId, t.heldBy),
    // What waits, by exam, in the order of the queue.
    index('marking_answer_waiting')
      .on(t.enterpriseId, t.examId, t.submittedAt, t.attemptId, t.questionId)
      .where(sql`score is null`),
    between(t.needed, 1, 3),
    atLeast(t.score, 0),
    check('marking_answer_given_check', sql`${t.given} between 0 and ${t.needed}`),
    check('marking_answer_score_given_check', sql`(${t.score} is null) = (${t.given} < ${t.needed})`),
    check('marking_answer_held_check', sql`(${t.heldBy} is null) = (${t.heldUntil} is null)`),
  ],
);

/** One marker's mark of one answer; rounds one and two are given independently, round three decides. */
export const markingMark = pgTable(
  'marking_mark',
  {
    enterpriseId: enterpriseId(),
    attemptId: uuid('attempt_id').notNull(),
    questionId: uuid('question_id').notNull(),
    round: integer('round').notNull(),
    userId: uuid('user_id').notNull(),
    score: amount('score').notNull(),
    /** Points per criterion of the rubric, in its order; null: given as a whole. */
    points: jsonb('points').$type<number[]>(),
    remark: text('remark'),
    at: moment('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.attemptId, t.questionId, t.round] }),
    unique().on(t.enterpriseId, t.attemptId, t.questionId, t.userId),
    foreignKey({
      columns: [t.enterpriseId, t.attemptId, t.questionId],
      foreignColumns: [markingAnswer.enterpriseId, markingAnswer.attemptId, markingAnswer.questionId],
    }),
    memberKey(t.enterpriseId, t.userId),
    between(t.round, 1, 3),
    atLeast(t.score, 0),
  ],
);

/** Criteria of a question with their points, for its markers. */
export const markingRubric = pgTable(
  'marking_rubric',
  {
    enterpriseId: enterpriseId(),
    questionId: uuid('question_id').notNull(),
    criteria: jsonb('criteria').$type<Criterion[]>().notNull(),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.questionId] }),
    foreignKey({ columns: [t.enterpriseId, t.questionId], foreignColumns: [question.enterpriseId, question.id] }),
  ],
);

/** A note of a marker about a question, for the other markers. */
export const markingNote = pgTable(
  'marking_note',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    questionId: uuid('question_id').notNull(),
    userId: uuid('user_id').notNull(),
    body: text('body').notNull(),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    foreignKey({ columns: [t.enterpriseId, t.questionId], foreignColumns: [question.enterpriseId, question.id] }),
    memberKey(t.enterpriseId, t.userId),
    index().on(t.enterpriseId, t.questionId, t.id),
  ],
);

/** A candidate's appeal against the mark of one question, and the answer of a marker. */
export const markingAppeal = pgTable(
  'marking_appeal',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    examId: uuid('exam_id').notNull(),
    attemptId: uuid('attempt_id').notNull(),
    questionId: uuid('question_id').notNull(),
    reason: text('reason').notNull(),
    state: text('state').$type<'waiting' | 'upheld' | 'declined'>().notNull().default('waiting'),
    /** The mark appealed against, and the one that replaced it. */
    markBefore: amount('mark_before').notNull(),
    markAfter: amount('mark_after'),
    answer: text('answer'),
    answeredBy: uuid('answered_by'),
    answeredAt: moment('answered_at'),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    // One appeal per question.
    unique().on(t.enterpriseId, t.attemptId, t.questionId),
    foreignKey({ columns: [t.enterpriseId, t.attemptId], foreignColumns: [examAttempt.enterpriseId, examAttempt.id] }),
    foreignKey({ columns: [t.enterpriseId, t.examId], foreignColumns: [exam.enterpriseId, exam.id] }),
    memberKey(t.enterpriseId, t.answeredBy),
    index().on(t.enterpriseId, t.state, t.gmtCreate, t.id),
    oneOf(t.state, ['waiting', 'upheld', 'declined']),
    atLeast(t.markBefore, 0),
    atLeast(t.markAfter, 0),
    check(
      'marking_appeal_answered_check',
      sql`(${t.state} = 'waiting') = (${t.answeredAt} is null) and (${t.answeredAt} is null) = (${t.answeredBy} is null)
        and (${t.answeredAt} is null) = (${t.answer} is null) and (${t.state} = 'upheld') = (${t.markAfter} is not null)`,
    ),
  ],
);
