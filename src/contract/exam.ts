import { z } from 'zod';
import { Amount, ById, Id, Instant, page, paged } from './common.ts';
import { define } from './define.ts';
import {
  AnswerEntry,
  AttemptId,
  ExamState,
  LateAnswer,
  MarkingItem,
  MarkingView,
  PaperItem,
  QuestionType,
  Receipt,
  ReviewItem,
  Revision,
  SavedAnswer,
  Settlement,
  SwitchPolicy,
} from './exam-parts.ts';

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

const ExamView = ExamRecord.extend({
  intro: z.string().nullable(),
  sections: z.array(z.object({ title: z.string(), type: QuestionType, count: z.number(), scoreEach: Amount })),
  switchPolicy: SwitchPolicy,
  switchLimit: z.number(),
  reviewPolicy: z.enum(['immediately', 'after_window', 'never']),
  /** Seconds of extra time granted to the viewer. */
  extraSeconds: z.number(),
  hasCertificate: z.boolean(),
  credits: Amount,
  points: Amount,
  /** `ok`, or the reason why the exam cannot be started now. */
  canStart: z.enum([
    'ok',
    'notOpen',
    'windowClosed',
    'noAttemptsLeft',
    // The course of the exam is not open to the viewer.
    'purchaseFirst',
    'registerFirst',
    'registrationPending',
    'registrationRejected',
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

const AttemptClock = z.object({
  attemptId: Id,
  status: z.enum(['open', 'submitted', 'marked']),
  /** The epoch of the current writer. */
  epoch: z.number(),
  serverTime: Instant,
  deadlineAt: Instant,
});

const AttemptView = AttemptClock.extend({
  examId: Id,
  title: z.string(),
  number: z.number(),
  startedAt: Instant,
  totalScore: Amount,
  passScore: Amount,
  switchPolicy: SwitchPolicy,
  switchLimit: z.number(),
  switchCount: z.number(),
  /** Empty once the attempt is closed. */
  questions: z.array(PaperItem),
  answers: z.array(SavedAnswer),
});

/** Requests of a writer contain the epoch it received at takeover. */
const Writer = AttemptId.extend({ epoch: Revision });
const Answers = z.array(AnswerEntry).max(200);

const SaveReply = AttemptClock.extend(Settlement.shape).extend({
  /** Another tab or device took over: answers of this writer no longer count. */
  superseded: z.boolean(),
});

const SubmitReply = Settlement.extend({
  examState: ExamState,
  receipt: Receipt,
  /** Number of late answers of this attempt: kept for the marker, not counted. */
  lateCount: z.number(),
});

const ExamResult = z.object({
  attemptId: Id,
  examId: Id,
  title: z.string(),
  number: z.number(),
  status: z.enum(['submitted', 'marked']),
  examState: ExamState,
  closedBy: z.enum(['person', 'timer', 'sweep', 'switch']),
  startedAt: Instant,
  submittedAt: Instant,
  /** Seconds from start to closing. */
  usedSeconds: z.number(),
  questionCount: z.number(),
  totalScore: Amount,
  passScore: Amount,
  objectiveScore: Amount,
  /** Full score of the objective questions. */
  objectiveTotal: Amount,
  subjectiveScore: Amount.nullable(),
  /** Null until all short answers are marked. */
  score: Amount.nullable(),
  passed: z.boolean().nullable(),
  receipt: Receipt,
  lateCount: z.number(),
  /** Answers that the server did not accept. */
  rejectedCount: z.number(),
  switchCount: z.number(),
  attemptsLeft: z.number(),
  /** Rewards for passing; null if not passed. */
  earned: z.object({ credits: Amount, points: Amount, certificateName: z.string().nullable() }).nullable(),
  /**
   * `open`: right answers and marks are in `questions`, except for withheld ones. `afterAttempt`: not while another
   * attempt is in progress.
   */
  review: z.enum(['open', 'later', 'never', 'afterAttempt']),
  reviewOpensAt: Instant.nullable(),
  questions: z.array(ReviewItem),
});

/** Paging of items with long texts: 20 of them are about 1.2 MB at most. */
const fewAtOnce = paged(5, 20);

export const exam = define({
  'POST /exam/auth/user/exam/task/record/current/user/count': {
    summary: 'How many of my exams are in each state',
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
    summary: 'My exams with their state; with scope "all" every exam of the enterprise',
    auth: 'enterprise',
    input: paged(10).extend({
      scope: z.enum(['mine', 'all']).default('mine'),
      examState: ExamState.optional(),
      keyword: z.string().trim().max(100).optional(),
    }),
    data: page(ExamRecord),
  },
  'GET /exam/auth/user/exam/view': {
    summary: 'An exam before its start: rules, limit, window, attempts, and the attempt to resume',
    auth: 'enterprise',
    input: ById,
    data: ExamView,
  },
  'POST /exam/auth/user/exam/start': {
    summary: 'Start an attempt with its own frozen paper, or resume the one under way',
    auth: 'enterprise',
    input: ById,
    data: z.object({ attemptId: Id, resumed: z.boolean() }),
  },
  'GET /exam/auth/user/exam/attempt/view': {
    summary: 'The paper without its key, the saved answers, server time and deadline',
    auth: 'enterprise',
    input: AttemptId,
    data: AttemptView,
  },
  'POST /exam/auth/user/exam/attempt/take-over': {
    summary: 'Become the writer of an attempt; the one before is told at its next call',
    auth: 'enterprise',
    input: AttemptId,
    data: AttemptClock.extend({ answers: z.array(SavedAnswer), switchCount: z.number() }),
  },
  'POST /exam/auth/user/exam/answer/save': {
    summary: 'Save answers; acknowledged once they are durable. Without answers: only the clock and the writer',
    auth: 'enterprise',
    removesNul: true,
    input: Writer.extend({ answers: Answers }),
    data: SaveReply,
  },
  'POST /exam/auth/user/exam/submit': {
    summary: 'Hand in, with the last answers; a repeat answers the same receipt',
    auth: 'enterprise',
    removesNul: true,
    input: Writer.extend({ answers: Answers.default([]) }),
    data: SubmitReply,
  },
  'POST /exam/auth/user/exam/switch/save': {
    summary: 'The person left the exam screen, or came back; the exam decides what follows',
    auth: 'enterprise',
    removesNul: true,
    input: Writer.extend({
      /** Generated by the client per switch, as idempotency key. */
      clientKey: Id,
      /** Seconds away; null while still away. */
      dwellSeconds: z.number().min(0).max(86_400).nullable(),
      answers: Answers.default([]),
    }),
    data: Settlement.extend({
      switchCount: z.number(),
      switchLimit: z.number(),
      outcome: z.enum(['recorded', 'warned', 'notAllowed', 'exceeded', 'closed']),
      status: z.enum(['open', 'submitted', 'marked']),
    }),
  },
  'GET /exam/auth/user/exam/result/view': {
    summary: 'Result and receipt of an attempt; right answers only when the review policy allows it',
    auth: 'enterprise',
    input: AttemptId,
    data: ExamResult,
  },
  'POST /exam/auth/exam/marking/page': {
    summary: 'Attempts whose short answers wait for a mark, or were marked',
    auth: 'lecturer',
    input: paged(10).extend({ status: z.enum(['submitted', 'marked']).default('submitted'), examId: Id.optional() }),
    data: page(MarkingItem),
  },
  'GET /exam/auth/exam/marking/view': {
    summary: 'Short answers of one attempt, a page at a time, with their reference and the evidence around them',
    auth: 'lecturer',
    input: AttemptId.extend(fewAtOnce.shape),
    data: MarkingView,
  },
  'GET /exam/auth/exam/marking/late/page': {
    summary: 'Answers to one short question that came too late or from another window, oldest first',
    auth: 'lecturer',
    input: AttemptId.extend({ questionId: Id }).extend(fewAtOnce.shape),
    data: page(LateAnswer),
  },
  'POST /exam/auth/exam/marking/save': {
    summary: 'Give marks; when every short answer has one, the attempt is marked and the result final',
    auth: 'lecturer',
    input: AttemptId.extend({
      marks: z
        .array(
          z.object({
            questionId: Id,
            score: z.number().min(0).max(1000).multipleOf(0.01),
            remark: z.string().trim().max(1000).optional(),
          }),
        )
        .min(1)
        .max(200),
    }),
    data: z.object({
      status: z.enum(['submitted', 'marked']),
      unmarkedCount: z.number(),
      passed: z.boolean().nullable(),
    }),
  },
});
