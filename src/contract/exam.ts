import { z } from 'zod';
import { Amount, ById, Id, Instant, page, paged } from './common.ts';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { define } from './define.ts';
import { ExamResult, ResultInput } from './exam-result.ts';
import { ExportRecord } from './export.ts';
import { AwayLimits, ExamState, QuestionType, SwitchPolicy } from './exam-parts.ts';

/** An exam with the viewer's state. */
export const ExamRecord = z.object({
  id: Id,
  title: z.string(),
  courseId: Id.nullable(),
  examState: ExamState,
  windowStart: Instant,
  windowEnd: Instant,
  /** Seconds. */
  limitSeconds: z.number(),
  questionCount: z.number(),
  totalScore: Amount,
  passScore: Amount,
  maxAttempts: z.number(),
  attemptsUsed: z.number(),
  attemptsLeft: z.number(),
  /** Best final result, if any. */
  bestScore: Amount.nullable(),
  openAttemptId: Id.nullable(),
  /** The latest submitted attempt. */
  lastAttemptId: Id.nullable(),
  /** Assigned to the viewer by a task, part of a course they study, or taken before. */
  mine: z.boolean(),
});

/** What applies to a candidate; frozen when an attempt is started. Seconds. */
const Accommodation = z.object({
  /** Extra time, which the deadline contains. */
  extraSeconds: z.number(),
  /** Number of breaks, and the longest duration of each. */
  breaks: z.number(),
  breakSeconds: z.number(),
  /** Leaving the exam screen has no consequence. */
  noSwitchRules: z.boolean(),
  largeType: z.boolean(),
});

const ExamView = ExamRecord.extend({
  intro: z.string().nullable(),
  sections: z
    .array(
      z.object({
        title: z.string(),
        type: QuestionType,
        count: z.number(),
        scoreEach: Amount,
        /** Time of this section, seconds; null: until the end. */
        limitSeconds: z.number().nullable(),
      }),
    )
    .max(MAX_ITEMS.examSections),
  /** Time between attempts, seconds. */
  waitSeconds: z.number(),
  /** The attempt whose result is the result of the exam. */
  countedAttempt: z.enum(['best', 'last', 'first']),
  stopAfterPass: z.boolean(),
  /** 0: the window is that of the exam itself; else the number of the resit. */
  windowNumber: z.number(),
  /** Earliest start of the next attempt by the waiting time. */
  nextStart: Instant.nullable(),
  /** Further windows, for those who have not passed. */
  resits: z
    .array(z.object({ windowStart: Instant, windowEnd: Instant, attempts: z.number() }))
    .max(MAX_ITEMS.examResits),
  /** Null: none applies to the viewer. */
  accommodation: Accommodation.nullable(),
  switchPolicy: SwitchPolicy,
  switchLimit: z.number(),
  ...AwayLimits,
  reviewPolicy: z.enum(['immediately', 'after_last', 'after_window', 'never']),
  /** Reviews open although an attempt that counts is left. */
  reviewEarly: z.boolean(),
  /** How short answers are marked: by one or two markers, without names; results one by one or together. */
  markers: z.number(),
  blindMarking: z.boolean(),
  publishMarks: z.enum(['at_once', 'together']),
  /** Days for appeals against marks; 0: there are none. */
  appealDays: z.number(),
  /** Seconds of extra time granted to the viewer. */
  extraSeconds: z.number(),
  /** Null: the exam earns none. */
  certificate: z
    .object({
      /** `manual`: the staff choose who gets it. */
      way: z.enum(['automatic', 'manual']),
      /** Score from which it is issued; null: with every pass. */
      score: Amount.nullable(),
      /** Courses and tasks that must be complete as well. */
      needs: z
        .array(z.object({ kind: z.enum(['course', 'task']), id: Id, title: z.string(), isComplete: z.boolean() }))
        .max(MAX_ITEMS.certificateNeeds * 2),
    })
    .nullable(),
  credits: Amount,
  points: Amount,
  /** `ok`, or the reason why the exam cannot be started now. */
  canStart: z.enum([
    'ok',
    'notOpen',
    'windowClosed',
    'passed',
    'noAttemptsLeft',
    // Before `nextStart`.
    'waitingTime',
    // The course of the exam is not open to the viewer.
    'purchaseFirst',
    'registerFirst',
    'registrationPending',
    'registrationRejected',
    // It is an item of that course which cannot be opened yet.
    'itemLocked',
  ]),
  serverTime: Instant,
  /** The viewer's attempts, newest first; at most the latest 50. */
  attempts: z.array(
    z.object({
      id: Id,
      number: z.number(),
      status: z.enum(['open', 'submitted', 'marked']),
      startedAt: Instant,
      submittedAt: Instant.nullable(),
      score: Amount.nullable(),
      passed: z.boolean().nullable(),
    }),
  ),
});

/** Exams before and after an attempt; the attempt itself is in `exam-hall.ts`. */
export const exam = define({
  'POST /exam/auth/user/exam/task/record/current/user/count': {
    summary: 'Count the user’s exams in each state',
    auth: 'enterprise',
    input: z.object({}),
    data: z.object({
      waiting: z.number(),
      pass: z.number(),
      fail: z.number(),
      awaitingMarking: z.number(),
      absent: z.number(),
      resit: z.number(),
      total: z.number(),
    }),
  },
  'POST /exam/auth/user/exam/task/record/page': {
    summary: 'List the user’s exams with their state; scope `all`: all exams of the enterprise',
    auth: 'enterprise',
    input: paged(10).extend({
      scope: z.enum(['mine', 'all']).default('mine'),
      examState: ExamState.optional(),
      keyword: z.string().trim().max(100).optional(),
    }),
    data: page(ExamRecord),
  },
  'POST /exam/auth/user/exam/task/record/export': {
    summary: 'Request an export of the user’s exams with their state',
    auth: 'enterprise',
    input: z.object({ examState: ExamState.optional() }),
    data: ExportRecord,
  },
  'GET /exam/auth/user/exam/view': {
    summary: 'Get an exam before its start: rules, time limit, window, attempts, and the attempt to resume',
    auth: 'enterprise',
    input: ById,
    data: ExamView,
  },
  'GET /exam/auth/user/exam/attempt/last/view': {
    summary: 'Get the attempt that the user submitted last, of any exam',
    auth: 'enterprise',
    input: z.object({}),
    data: z.object({ attemptId: Id }).nullable(),
  },
  'GET /exam/auth/user/exam/result/view': {
    summary: 'Get result and receipt of an attempt; right answers only if the review policy allows it',
    auth: 'enterprise',
    input: ResultInput,
    data: ExamResult,
  },
});
