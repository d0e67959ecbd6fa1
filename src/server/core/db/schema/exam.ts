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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { amount, code, enterpriseId, gmtCreate, gmtModified, id, moment, sort } from './columns.ts';
import { atLeast, between, oneOf } from './constraints.ts';
import { memberKey } from './member-key.ts';
import { course } from './course.ts';
import { certificate } from './record.ts';

export const questionBank = pgTable(
  'question_bank',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    code: code(),
    title: text('title').notNull(),
    gmtModified: gmtModified(),
  },
  (t) => [primaryKey({ columns: [t.enterpriseId, t.id] }), unique().on(t.enterpriseId, t.code)],
);

export type QuestionType = 'single' | 'multiple' | 'judge' | 'blank' | 'short';
export type QuestionOption = { key: string; text: string };
/** What is right: option keys (single, multiple), a boolean (judge), accepted texts per blank, or a reference text. */
export type QuestionKey = string | string[] | boolean | string[][];

export const question = pgTable(
  'question',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    bankId: uuid('bank_id').notNull(),
    code: code(),
    type: text('type').$type<QuestionType>().notNull(),
    /** 1 simple, 2 general, 3 more difficult, 4 difficult. */
    difficulty: integer('difficulty').notNull().default(1),
    stem: text('stem').notNull(),
    options: jsonb('options').$type<QuestionOption[]>().notNull().default([]),
    answer: jsonb('answer').$type<QuestionKey>().notNull(),
    analysis: text('analysis'),
    published: boolean('published').notNull().default(true),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.bankId, t.code),
    foreignKey({ columns: [t.enterpriseId, t.bankId], foreignColumns: [questionBank.enterpriseId, questionBank.id] }),
    index().on(t.enterpriseId, t.bankId, t.type),
    oneOf(t.type, ['single', 'multiple', 'judge', 'blank', 'short']),
    between(t.difficulty, 1, 4),
  ],
);

export const exam = pgTable(
  'exam',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    code: code(),
    title: text('title').notNull(),
    intro: text('intro'),
    courseId: uuid('course_id'),
    /** Seconds. */
    limitSeconds: integer('limit_seconds').notNull(),
    windowStart: moment('window_start').notNull(),
    windowEnd: moment('window_end').notNull(),
    passScore: amount('pass_score').notNull(),
    maxAttempts: integer('max_attempts').notNull().default(1),
    shuffleQuestions: boolean('shuffle_questions').notNull().default(false),
    shuffleOptions: boolean('shuffle_options').notNull().default(false),
    /** When right answers and analyses may be seen. */
    reviewPolicy: text('review_policy').$type<'immediately' | 'after_window' | 'never'>().notNull(),
    /** What leaving the screen leads to. `at_once`: closed at the first switch; `limit`: when over `switchLimit`. */
    switchPolicy: text('switch_policy').$type<'none' | 'warn' | 'limit' | 'at_once'>().notNull().default('none'),
    switchLimit: integer('switch_limit').notNull().default(0),
    credits: amount('credits').notNull().default('0'),
    points: amount('points').notNull().default('0'),
    certificateId: uuid('certificate_id'),
    published: boolean('published').notNull().default(true),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.code),
    foreignKey({ columns: [t.enterpriseId, t.courseId], foreignColumns: [course.enterpriseId, course.id] }),
    foreignKey({
      columns: [t.enterpriseId, t.certificateId],
      foreignColumns: [certificate.enterpriseId, certificate.id],
    }),
    atLeast(t.limitSeconds, 1),
    check('exam_window_check', sql`${t.windowEnd} > ${t.windowStart}`),
    atLeast(t.passScore, 0),
    atLeast(t.maxAttempts, 1),
    oneOf(t.reviewPolicy, ['immediately', 'after_window', 'never']),
    oneOf(t.switchPolicy, ['none', 'warn', 'limit', 'at_once']),
    atLeast(t.switchLimit, 0),
    check('exam_switch_policy_limit_check', sql`${t.switchPolicy} <> 'limit' or ${t.switchLimit} > 0`),
    atLeast(t.credits, 0),
    atLeast(t.points, 0),
  ],
);

/** How a paper is drawn: from which bank, which type, how many, and what each is worth. */
export const examSection = pgTable(
  'exam_section',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    examId: uuid('exam_id').notNull(),
    title: text('title').notNull(),
    bankId: uuid('bank_id').notNull(),
    type: text('type').$type<QuestionType>().notNull(),
    count: integer('count').notNull(),
    scoreEach: amount('score_each').notNull(),
    sort: sort(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.examId, t.sort),
    foreignKey({ columns: [t.enterpriseId, t.examId], foreignColumns: [exam.enterpriseId, exam.id] }),
    foreignKey({ columns: [t.enterpriseId, t.bankId], foreignColumns: [questionBank.enterpriseId, questionBank.id] }),
    oneOf(t.type, ['single', 'multiple', 'judge', 'blank', 'short']),
    atLeast(t.count, 1),
    atLeast(t.scoreEach, 0),
  ],
);

/** A question as frozen into one paper, with its key: it never leaves the server whole (design section 8). */
export type PaperQuestion = {
  questionId: string;
  section: string;
  type: QuestionType;
  stem: string;
  options: QuestionOption[];
  /** Number of blanks, of type blank. */
  blanks: number;
  score: number;
  answer: QuestionKey;
  analysis: string | null;
};

/** Allowances granted to one person for one exam: extra time, an extra attempt. */
export const examAllowance = pgTable(
  'exam_allowance',
  {
    enterpriseId: enterpriseId(),
    examId: uuid('exam_id').notNull(),
    userId: uuid('user_id').notNull(),
    extraSeconds: integer('extra_seconds').notNull().default(0),
    extraAttempts: integer('extra_attempts').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.examId, t.userId] }),
    foreignKey({ columns: [t.enterpriseId, t.examId], foreignColumns: [exam.enterpriseId, exam.id] }),
    memberKey(t.enterpriseId, t.userId),
    atLeast(t.extraSeconds, 0),
    atLeast(t.extraAttempts, 0),
  ],
);

export const examAttempt = pgTable(
  'exam_attempt',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    examId: uuid('exam_id').notNull(),
    userId: uuid('user_id').notNull(),
    /** 1, 2, 3 … per person and exam. */
    number: integer('number').notNull(),
    status: text('status').$type<'open' | 'submitted' | 'marked'>().notNull().default('open'),
    /** Counts the writers; the newest one may save, older ones are told (design section 8). */
    writerEpoch: integer('writer_epoch').notNull().default(1),
    paper: jsonb('paper').$type<PaperQuestion[]>().notNull(),
    startedAt: moment('started_at').notNull(),
    deadlineAt: moment('deadline_at').notNull(),
    submittedAt: moment('submitted_at'),
    closedBy: text('closed_by').$type<'person' | 'timer' | 'sweep' | 'switch'>(),
    /** The canonical answers at the moment of closing, as the receipt's HMAC covers them. */
    submittedAnswers: jsonb('submitted_answers').$type<Record<string, unknown>>(),
    answerCount: integer('answer_count'),
    receipt: text('receipt'),
    totalScore: amount('total_score').notNull(),
    objectiveScore: amount('objective_score'),
    subjectiveScore: amount('subjective_score'),
    /** Score given per question; a short answer has none until a lecturer marked it. */
    marks: jsonb('marks').$type<Record<string, number>>(),
    /** The marker's words per question. */
    remarks: jsonb('remarks').$type<Record<string, string>>(),
    markedBy: uuid('marked_by'),
    markedAt: moment('marked_at'),
    /** Null until everything is marked. */
    passed: boolean('passed'),
    /** Short answers on the paper, and those of a closed attempt that have no mark yet. Kept by a trigger of this table. */
    shortCount: integer('short_count').notNull().default(0),
    unmarkedCount: integer('unmarked_count').notNull().default(0),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.examId, t.userId, t.number),
    // One attempt under way per person and exam, whatever starts at the same moment.
    uniqueIndex('exam_attempt_one_open')
      .on(t.enterpriseId, t.examId, t.userId)
      .where(sql`status = 'open'`),
    foreignKey({ columns: [t.enterpriseId, t.examId], foreignColumns: [exam.enterpriseId, exam.id] }),
    index().on(t.enterpriseId, t.userId, t.startedAt),
    index().on(t.enterpriseId, t.status, t.deadlineAt),
    // The sweep looks for expired attempts of all tenants at once.
    index('exam_attempt_open_deadline')
      .on(t.deadlineAt, t.enterpriseId)
      .where(sql`status = 'open'`),
    // The two marking lists, in their order.
    index('exam_attempt_to_mark')
      .on(t.enterpriseId, t.status, t.submittedAt, t.id)
      .where(sql`short_count > 0`),
    index('exam_attempt_marked')
      .on(t.enterpriseId, t.markedAt.desc().nullsLast(), t.submittedAt.desc(), t.id)
      .where(sql`short_count > 0 and status = 'marked'`),
    memberKey(t.enterpriseId, t.userId),
    memberKey(t.enterpriseId, t.markedBy),
    atLeast(t.number, 1),
    oneOf(t.status, ['open', 'submitted', 'marked']),
    atLeast(t.writerEpoch, 1),
    oneOf(t.closedBy, ['person', 'timer', 'sweep', 'switch']),
    atLeast(t.answerCount, 0),
    atLeast(t.totalScore, 0),
    atLeast(t.objectiveScore, 0),
    atLeast(t.subjectiveScore, 0),
    check('exam_attempt_closed_check', sql`(${t.status} = 'open') = (${t.submittedAt} is null)`),
    check('exam_attempt_passed_check', sql`(${t.status} = 'marked') = (${t.passed} is not null)`),
    check(
      'exam_attempt_unmarked_count_check',
      sql`${t.unmarkedCount} between 0 and ${t.shortCount} and (${t.status} <> 'marked' or ${t.unmarkedCount} = 0)`,
    ),
  ],
);

/** Latest answer per question; the highest `(epoch, revision)` wins. */
export const examAnswer = pgTable(
  'exam_answer',
  {
    enterpriseId: enterpriseId(),
    attemptId: uuid('attempt_id').notNull(),
    questionId: uuid('question_id').notNull(),
    epoch: integer('epoch').notNull(),
    revision: integer('revision').notNull(),
    answer: jsonb('answer').notNull(),
    /** The person put a flag on the question, to come back to it. */
    flagged: boolean('flagged').notNull().default(false),
    savedAt: moment('saved_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.attemptId, t.questionId] }),
    foreignKey({ columns: [t.enterpriseId, t.attemptId], foreignColumns: [examAttempt.enterpriseId, examAttempt.id] }),
    atLeast(t.epoch, 1),
    atLeast(t.revision, 0),
  ],
);

/** Answers that came too late or from an older writer: kept for the marker within bounds (server/exam/limits.ts), never counted. */
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
 * How many saves an attempt has used of those it may make (server/exam/limits.ts). A table of its own: saves hold the
 * attempt FOR SHARE, so none of them could write to it.
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
 * Answers that the server rejected, counted per question and reason, as evidence for the marker. The answers themselves
 * stay on the device that sent them.
 */
export const examRejectedAnswer = pgTable(
  'exam_rejected_answer',
  {
    enterpriseId: enterpriseId(),
    attemptId: uuid('attempt_id').notNull(),
    /** The nil UUID stands for every question that is not on the paper. */
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

/** The person left the exam screen: evidence, with how long they were away. */
export const examSwitch = pgTable(
  'exam_switch',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    attemptId: uuid('attempt_id').notNull(),
    /** Number the client gave it; repeats are the same switch. */
    clientKey: uuid('client_key').notNull(),
    leftAt: moment('left_at').notNull(),
    /** Seconds away; null while still away. */
    dwellSeconds: integer('dwell_seconds'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.attemptId, t.clientKey),
    foreignKey({ columns: [t.enterpriseId, t.attemptId], foreignColumns: [examAttempt.enterpriseId, examAttempt.id] }),
    atLeast(t.dwellSeconds, 0),
  ],
);
