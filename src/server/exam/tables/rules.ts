import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { amount, enterpriseId, gmtCreate, gmtModified, id, moment, sort } from '#src/server/core/db/columns.ts';
import { atLeast, between } from '#src/server/core/db/constraints.ts';
import { course } from '#src/server/course/tables.ts';
import { exam } from './exam.ts';
import { examAttempt } from './attempt.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';
import { question } from '#src/server/question/tables.ts';
import { studyTask } from '#src/server/study/tables/study.ts';

/** A further window of an exam, in which only members who have not passed can take it. */
export const examResit = pgTable(
  'exam_resit',
  {
    enterpriseId: enterpriseId(),
    examId: uuid('exam_id').notNull(),
    /** 1, 2, 3 … per exam; 0 is the window of the exam itself. */
    number: integer('number').notNull(),
    windowStart: moment('window_start').notNull(),
    windowEnd: moment('window_end').notNull(),
    /** Attempts in this window; those left from earlier windows are not carried over. */
    attempts: integer('attempts').notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.examId, t.number] }),
    foreignKey({ columns: [t.enterpriseId, t.examId], foreignColumns: [exam.enterpriseId, exam.id] }),
    atLeast(t.number, 1),
    atLeast(t.attempts, 1),
    check('exam_resit_window_check', sql`${t.windowEnd} > ${t.windowStart}`),
  ],
);

/** A department whose members, with those below it, can take an exam with the audience `departments`. */
export const examTarget = pgTable(
  'exam_target',
  {
    enterpriseId: enterpriseId(),
    examId: uuid('exam_id').notNull(),
    /** Path of the department. */
    department: text('department').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.examId, t.department] }),
    foreignKey({ columns: [t.enterpriseId, t.examId], foreignColumns: [exam.enterpriseId, exam.id] }),
  ],
);

/** What must be complete, besides the pass, for the certificate of an exam: a course or a task in each row. */
export const examCertificateNeed = pgTable(
  'exam_certificate_need',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    examId: uuid('exam_id').notNull(),
    courseId: uuid('course_id'),
    taskId: uuid('task_id'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.examId, t.courseId),
    unique().on(t.enterpriseId, t.examId, t.taskId),
    foreignKey({ columns: [t.enterpriseId, t.examId], foreignColumns: [exam.enterpriseId, exam.id] }),
    foreignKey({ columns: [t.enterpriseId, t.courseId], foreignColumns: [course.enterpriseId, course.id] }),
    foreignKey({ columns: [t.enterpriseId, t.taskId], foreignColumns: [studyTask.enterpriseId, studyTask.id] }),
    check('exam_certificate_need_check', sql`num_nonnulls(${t.courseId}, ${t.taskId}) >= 1`),
  ],
);

/** A member who marks an exam with the marker group `named`. */
export const examMarker = pgTable(
  'exam_marker',
  {
    enterpriseId: enterpriseId(),
    examId: uuid('exam_id').notNull(),
    userId: uuid('user_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.examId, t.userId] }),
    foreignKey({ columns: [t.enterpriseId, t.examId], foreignColumns: [exam.enterpriseId, exam.id] }),
    memberKey(t.enterpriseId, t.userId),
  ],
);

/** A question of a fixed paper, with its score. */
export const examQuestion = pgTable(
  'exam_question',
  {
    enterpriseId: enterpriseId(),
    examId: uuid('exam_id').notNull(),
    questionId: uuid('question_id').notNull(),
    /** Title of the part of the paper. */
    section: text('section').notNull(),
    score: amount('score').notNull(),
    sort: sort(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.examId, t.questionId] }),
    unique().on(t.enterpriseId, t.examId, t.sort),
    foreignKey({ columns: [t.enterpriseId, t.examId], foreignColumns: [exam.enterpriseId, exam.id] }),
    foreignKey({ columns: [t.enterpriseId, t.questionId], foreignColumns: [question.enterpriseId, question.id] }),
    index().on(t.enterpriseId, t.questionId),
    atLeast(t.score, 0),
  ],
);

/**
 * An accommodation of a member, which applies to every exam started in its period: it is frozen into the attempt. Personal
 * data; only administrators see the reason.
 */
export const examAccommodation = pgTable(
  'exam_accommodation',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    userId: uuid('user_id').notNull(),
    /** Extra time in percent of the time limit, and in addition in seconds. */
    extraPercent: integer('extra_percent').notNull().default(0),
    extraSeconds: integer('extra_seconds').notNull().default(0),
    /** Number of breaks in an attempt, and the longest duration of each, seconds. */
    breaks: integer('breaks').notNull().default(0),
    breakSeconds: integer('break_seconds').notNull().default(0),
    /** Leaving the exam screen is logged, and has no consequence. */
    noSwitchRules: boolean('no_switch_rules').notNull().default(false),
    largeType: boolean('large_type').notNull().default(false),
    /** The windows of exams end this much later for the member, seconds. */
    windowAfterSeconds: integer('window_after_seconds').notNull().default(0),
    reason: text('reason').notNull(),
    validFrom: moment('valid_from').notNull(),
    validUntil: moment('valid_until'),
    createdBy: uuid('created_by').notNull(),
    gmtCreate: gmtCreate(),
    gmtModified: gmtModified(),
    endedAt: moment('ended_at'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    memberKey(t.enterpriseId, t.userId),
    memberKey(t.enterpriseId, t.createdBy),
    index().on(t.enterpriseId, t.userId, t.validFrom),
    index().on(t.enterpriseId, t.gmtCreate, t.id),
    between(t.extraPercent, 0, 300),
    between(t.extraSeconds, 0, 36_000),
    between(t.breaks, 0, 20),
    between(t.breakSeconds, 0, 7_200),
    between(t.windowAfterSeconds, 0, 2_592_000),
    check('exam_accommodation_break_check', sql`(${t.breaks} = 0) = (${t.breakSeconds} = 0)`),
    check('exam_accommodation_period_check', sql`${t.validUntil} > ${t.validFrom}`),
  ],
);

/** A break of an attempt: its time is added to the deadline, at most `maxSeconds`. */
export const examBreak = pgTable(
  'exam_break',
  {
    enterpriseId: enterpriseId(),
    attemptId: uuid('attempt_id').notNull(),
    /** 1, 2, 3 … per attempt. */
    number: integer('number').notNull(),
    startedAt: moment('started_at').notNull(),
    /** Null until the candidate returns; the break ends by itself after `maxSeconds`. */
    endedAt: moment('ended_at'),
    maxSeconds: integer('max_seconds').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.attemptId, t.number] }),
    foreignKey({ columns: [t.enterpriseId, t.attemptId], foreignColumns: [examAttempt.enterpriseId, examAttempt.id] }),
    atLeast(t.number, 1),
    atLeast(t.maxSeconds, 1),
    check('exam_break_period_check', sql`${t.endedAt} >= ${t.startedAt}`),
  ],
);
