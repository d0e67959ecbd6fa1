import { z } from 'zod';
import { Amount, ById, Empty, Id, Instant } from './common.ts';
import { define } from './define.ts';
import { SavedChoices } from './exam-choices.ts';
import {
  AnswerEntry,
  AttemptId,
  AwayLimits,
  ClosedBy,
  ExamState,
  PaperItem,
  Receipt,
  Revision,
  SavedAnswer,
  Acknowledgement,
  SwitchPolicy,
} from './exam-parts.ts';

const DeviceKey = {
  /** Random, kept by the browser: another session of the same browser is not another device. */
  deviceKey: Id.optional(),
};

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
  /** A trial sitting of somebody who manages the exam, outside of all figures. */
  trial: z.boolean(),
  startedAt: Instant,
  /**
   * Until when the time waits for the paper to be received, which `attempt/received` confirms; null: it runs. `deadlineAt`
   * is that of a candidate who never confirms.
   */
  waitsUntil: Instant.nullable(),
  totalScore: Amount,
  passScore: Amount,
  switchPolicy: SwitchPolicy,
  switchLimit: z.number(),
  ...AwayLimits,
  switchCount: z.number(),
  largeType: z.boolean(),
  /** End of the current break; null: no break. */
  breakUntil: Instant.nullable(),
  /** Since when an invigilator has stopped the clock; null: it runs. */
  pausedAt: Instant.nullable(),
  breakSeconds: z.number(),
  breaksLeft: z.number(),
  /** Empty once the attempt is closed, during a break, and while it is paused. */
  questions: z.array(
    PaperItem.extend({
      /** End of the time of its section; null: that of the attempt. */
      endsAt: Instant.nullable(),
    }),
  ),
  answers: z.array(SavedAnswer),
});

/** What a writer gets that enters the exam hall. */
const Entered = AttemptView.extend({
  /** Null: none were stored. */
  choices: SavedChoices.nullable(),
  closedBy: ClosedBy.nullable(),
  /** Being gone before, or another device, has just been counted as a switch. */
  newlyCounted: z.boolean(),
});

/** Requests of a writer contain the epoch it received at takeover. */
const Writer = AttemptId.extend({ epoch: Revision });
const Answers = z.array(AnswerEntry).max(200);

const SaveReply = AttemptClock.extend(Acknowledgement.shape).extend({
  /** Another tab or device took over: answers of this writer no longer count. */
  superseded: z.boolean(),
  /** Since when an invigilator has stopped the clock; null: it runs. */
  pausedAt: Instant.nullable(),
  /** Messages of invigilators that are not confirmed yet. */
  messages: z.number(),
});

const SubmitReply = Acknowledgement.extend({
  examState: ExamState,
  /** Who or what closed the attempt: not always this request. */
  closedBy: ClosedBy,
  receipt: Receipt,
  questionCount: z.number(),
  /** Number of late answers of this attempt: kept for the marker, not counted. */
  lateCount: z.number(),
});

/** From the start of an attempt to its submission (docs/specification.md, section "Attempts"). */
export const examHall = define({
  'POST /exam/auth/user/exam/start': {
    summary:
      'Start an attempt, for which a paper is drawn and frozen, or resume the one in progress; with `enter` also become its writer',
    auth: 'enterprise',
    input: ById.extend({
      /** Become the writer and get the paper. The time of a new attempt then waits until the paper is received. */
      enter: z.boolean().default(false),
      ...DeviceKey,
    }),
    data: z.object({
      attemptId: Id,
      resumed: z.boolean(),
      /** Null without `enter`. */
      hall: Entered.nullable(),
    }),
  },
  'GET /exam/auth/user/exam/hall/view': {
    summary: 'Get what the exam screen shows before it has the paper, of an attempt or of an exam to be started',
    auth: 'enterprise',
    input: z.object({ id: Id, of: z.enum(['attempt', 'exam']) }),
    data: z.object({
      examId: Id,
      title: z.string(),
      /** The attempt, or the one in progress at the exam. */
      attemptId: Id.nullable(),
      status: z.enum(['open', 'submitted', 'marked']).nullable(),
    }),
  },
  'GET /exam/auth/user/exam/attempt/open': {
    summary: 'Get the attempt of the user that is in progress; null: none',
    auth: 'enterprise',
    input: Empty,
    data: z.object({ attempt: z.object({ id: Id, title: z.string() }).nullable() }),
  },
  'GET /exam/auth/user/exam/attempt/view': {
    summary: 'Get the paper without right answers, the saved answers, server time and deadline',
    auth: 'enterprise',
    input: AttemptId,
    data: AttemptView,
  },
  'POST /exam/auth/user/exam/attempt/take-over': {
    summary: 'Take over as the writer of an attempt and get its paper; the previous writer is superseded',
    auth: 'enterprise',
    input: AttemptId.extend(DeviceKey),
    data: Entered,
  },
  'POST /exam/auth/user/exam/attempt/received': {
    summary:
      'Confirm that the paper was received: from now on the time of the attempt runs. A repetition changes nothing',
    auth: 'enterprise',
    input: AttemptId,
    data: z.object({
      attemptId: Id,
      serverTime: Instant,
      startedAt: Instant,
      deadlineAt: Instant,
    }),
  },
  'POST /exam/auth/user/exam/answer/save': {
    summary:
      'Save answers; they are acknowledged once they are durable. Without answers: returns server time and current writer',
    auth: 'enterprise',
    removesNul: true,
    input: Writer.extend({
      answers: Answers,
      /** Seconds for which the page of this writer has been running, without the time it slept (decision 056). */
      awakeSeconds: z.number().min(0).max(1e9).optional(),
    }),
    data: SaveReply,
  },
  'POST /exam/auth/user/exam/submit': {
    summary: 'Submit the attempt with the last answers. Idempotent: a repetition returns the same receipt',
    auth: 'enterprise',
    removesNul: true,
    input: Writer.extend({ answers: Answers.default([]) }),
    data: SubmitReply,
  },
  'POST /exam/auth/user/exam/switch/save': {
    summary: 'Record that the user has left the exam screen or returned; the exam’s policy determines the outcome',
    auth: 'enterprise',
    removesNul: true,
    input: Writer.extend({
      /** Generated by the client per switch, as idempotency key. */
      clientKey: Id,
      /** `leave`: the page is unloaded. */
      kind: z.enum(['hide', 'leave']).default('hide'),
      /** Seconds away by the device; null while still away. The server's clock decides if it was told of the leaving. */
      dwellSeconds: z.number().min(0).max(86_400).nullable(),
      answers: Answers.default([]),
    }),
    data: Acknowledgement.extend({
      switchCount: z.number(),
      switchLimit: z.number(),
      outcome: z.enum(['recorded', 'warned', 'notAllowed', 'exceeded', 'closed']),
      status: z.enum(['open', 'submitted', 'marked']),
    }),
  },
});
