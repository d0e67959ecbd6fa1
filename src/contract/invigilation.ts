import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { Empty, Id, Instant, page, paged, whole } from './common.ts';
import { define } from './define.ts';
import { AttemptId, ClosedBy } from './exam-parts.ts';

/** Longest message of an invigilator and longest reason, characters. */
const MAX_MESSAGE_LENGTH = 500;
/** Most minutes that can be added at once. */
const MAX_MINUTES = 240;

const ExamId = z.object({ examId: Id });
const Body = z.string().trim().min(1).max(MAX_MESSAGE_LENGTH);
/** What an action is applied to: one candidate, or (null) all who are sitting the exam now, except the viewer. */
const Target = ExamId.extend({ userId: Id.nullable().default(null) });
const Changed = z.object({ changed: z.number() });

const Counts = z.object({
  /** People with an open attempt, and those of them with something to look at. */
  sitting: z.number(),
  trouble: z.number(),
  /** Closed attempts. */
  ended: z.number(),
  /** People of the audience without an attempt; absent once the window is over. */
  missing: z.number(),
});

const ControlledExam = z.object({
  id: Id,
  title: z.string(),
  windowStart: Instant,
  windowEnd: Instant,
  /** Open attempts. */
  sitting: z.number(),
});

const Room = z.object({
  examId: Id,
  title: z.string(),
  windowStart: Instant,
  windowEnd: Instant,
  /** Seconds. */
  limitSeconds: z.number(),
  questionCount: z.number(),
  switchPolicy: z.enum(['none', 'warn', 'limit', 'at_once']),
  serverTime: Instant,
  counts: Counts,
  invigilators: z.array(z.object({ userId: Id, userName: z.string() })).max(MAX_ITEMS.invigilators),
  /** The viewer may name invigilators. */
  mayName: z.boolean(),
});

const Candidate = z.object({
  userId: Id,
  userName: z.string(),
  department: z.string().nullable(),
  /** The viewer: nobody acts on an own attempt. */
  own: z.boolean(),
  /** The attempt has ended and waits for marks of the viewer, who marks blind and therefore sees nothing of it. */
  blind: z.boolean(),
  /** Null: no attempt yet, or `blind`. */
  attempt: z
    .object({
      id: Id,
      number: z.number(),
      state: z.enum(['sitting', 'paused', 'break', 'closed', 'voided']),
      startedAt: Instant,
      deadlineAt: Instant,
      submittedAt: Instant.nullable(),
      closedBy: ClosedBy.nullable(),
      answered: z.number(),
      /** When the hall was last heard of; null: never. */
      seenAt: Instant.nullable(),
      /** `away`: the candidate has left the page; `silent`: nothing was heard for 45 s. */
      connection: z.enum(['present', 'silent', 'away']),
      /** Seconds left on the clock; 0 for a closed attempt. */
      secondsLeft: z.number(),
      switches: z.number(),
      devices: z.number(),
      /** Seconds that invigilators have added. */
      addedSeconds: z.number(),
      /** Extra time and exemption by an accommodation; reasons are not shown. */
      extraSeconds: z.number(),
      noSwitchRules: z.boolean(),
      /** Messages that are not confirmed yet. */
      messages: z.number(),
      voidReason: z.string().nullable(),
    })
    .nullable(),
});

const Action = z.object({
  id: Id,
  kind: z.enum(['message', 'extension', 'pause', 'resume', 'submit', 'void']),
  at: Instant,
  byName: z.string(),
  /** Null: all. */
  userName: z.string().nullable(),
  /** The message, or the reason. */
  body: z.string(),
  /** Added time; null unless it is an extension. */
  seconds: z.number().nullable(),
  changed: z.number(),
  reopened: z.number(),
  /** Candidates who have confirmed the message. */
  confirmed: z.number(),
});

/** The control room of exams (decision 063): administrators, the lecturer of the exam's course, and named invigilators. */
export const invigilation = define({
  'POST /exam/auth/exam/control/page': {
    summary: 'List the exams of the viewer’s control room that run now or begin within 24 hours',
    auth: 'enterprise',
    input: paged(10),
    data: page(ControlledExam),
  },
  'GET /exam/auth/exam/control/view': {
    summary: 'Get an exam in the control room with its counts',
    auth: 'enterprise',
    input: ExamId,
    data: Room,
  },
  'POST /exam/auth/exam/control/person/page': {
    summary: 'List people of an exam: those sitting it, trouble first; those who have ended; those who are missing',
    auth: 'enterprise',
    input: ExamId.extend({
      group: z.enum(['sitting', 'trouble', 'ended', 'missing']).default('sitting'),
      keyword: z.string().trim().max(50).default(''),
      ...paged(20).shape,
    }),
    data: page(Candidate),
  },
  'POST /exam/auth/exam/control/log/page': {
    summary: 'List what was done in the control room of an exam, newest first',
    auth: 'enterprise',
    input: ExamId.extend(paged(10).shape),
    data: page(Action),
  },
  'POST /exam/auth/exam/control/message/send': {
    summary: 'Send a message to one candidate or to all; the hall shows it until it is confirmed',
    auth: 'enterprise',
    input: Target.extend({ body: Body }),
    data: Changed,
  },
  'POST /exam/auth/exam/control/time/add': {
    summary: 'Give more time; attempts that time has closed are reopened. Before the start it is granted for the exam',
    auth: 'enterprise',
    input: Target.extend({ minutes: whole(1, MAX_MINUTES), reason: Body }),
    data: Changed.extend({
      /** Attempts that were open again, and those that stay closed: passed, marked, or their answers are shown. */
      reopened: z.number(),
      kept: z.number(),
    }),
  },
  'PUT /exam/auth/exam/control/pause': {
    summary: 'Stop the clock of one candidate or of all',
    auth: 'enterprise',
    input: Target.extend({ reason: Body }),
    data: Changed,
  },
  'PUT /exam/auth/exam/control/resume': {
    summary: 'Start the clock again; deadlines move by the time that it stood still',
    auth: 'enterprise',
    input: Target,
    data: Changed,
  },
  'POST /exam/auth/exam/control/attempt/submit': {
    summary: 'Submit the open attempt of a candidate',
    auth: 'enterprise',
    input: AttemptId.extend({ reason: Body }),
    data: AttemptId,
  },
  'POST /exam/auth/exam/control/attempt/void': {
    summary: 'Void an attempt: it is not passed, and what it earned is reversed',
    auth: 'enterprise',
    input: AttemptId.extend({
      reason: Body,
      /** Whether it uses up an attempt. */
      uses: z.boolean(),
    }),
    data: AttemptId,
  },
  'PUT /exam/auth/exam/control/invigilator/save': {
    summary: 'Name the invigilators of an exam',
    auth: 'admin',
    input: ExamId.extend({ userIds: z.array(Id).max(MAX_ITEMS.invigilators) }),
    data: Empty,
  },
  'GET /exam/auth/user/exam/message/list': {
    summary: 'List messages of invigilators to one’s own attempt that are not confirmed, oldest first',
    auth: 'enterprise',
    input: AttemptId,
    data: z.array(z.object({ id: Id, body: z.string(), at: Instant })).max(MAX_ITEMS.examMessages),
  },
  'PUT /exam/auth/user/exam/message/confirm': {
    summary: 'Confirm a message of an invigilator',
    auth: 'enterprise',
    input: AttemptId.extend({ id: Id }),
    data: Empty,
  },
});
