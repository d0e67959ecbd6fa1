import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { Amount, Id, Instant, page, paged } from './common.ts';
import { define } from './define.ts';
import {
  Answer,
  AnswerId,
  AttemptId,
  ClosedBy,
  Criteria,
  Language,
  longTextPaging,
  Mark,
  RejectReason,
  RenderedKey,
  RenderedText,
} from './exam-parts.ts';
import { WaitingPage } from './waiting.ts';

const MarkingItem = z.object({
  attemptId: Id,
  examId: Id,
  title: z.string(),
  /** Null while marking is blind. */
  userName: z.string().nullable(),
  department: z.string().nullable(),
  /** Null while marking is blind, too. */
  number: z.number().nullable(),
  submittedAt: Instant.nullable(),
  status: z.enum(['submitted', 'marked']),
  shortCount: z.number(),
  unmarkedCount: z.number(),
  lateCount: z.number(),
});

const MarkingView = MarkingItem.extend({
  closedBy: ClosedBy,
  objectiveScore: Amount,
  totalScore: Amount,
  passScore: Amount,
  passed: z.boolean().nullable(),
  /** The viewer cannot mark their own attempt. */
  own: z.boolean(),
  switchCount: z.number(),
  /** Seconds away from the exam screen, in total. */
  awaySeconds: z.number(),
  /**
   * Answers that the server did not accept, by question and reason; at most 100 rows. `number` is the question's
   * position on the paper (from 1); null: not on the paper.
   */
  rejected: z.array(z.object({ number: z.number().nullable(), reason: RejectReason, count: z.number() })),
  /** One page of the short answers, in order of the paper. */
  questions: page(
    z.object({
      questionId: Id,
      /** Position on the paper, from 1. */
      number: z.number(),
      stem: z.string(),
      score: Amount,
      /** The user currently cannot see reference answer, explanation and mark, nor another user's answer. */
      withheld: z.boolean(),
      reference: z.string().nullable(),
      html: RenderedText.extend(RenderedKey.shape),
      analysis: z.string().nullable(),
      answer: z.string(),
      /** The language in which a question with two languages was answered; null if that is not known. */
      answerLang: Language.nullable(),
      mark: Amount.nullable(),
      remark: z.string().nullable(),
      /** Answers to this question that do not count; read them with `marking/late/page`. */
      lateCount: z.number(),
    }),
  ),
});

const LateAnswer = z.object({
  answer: Answer,
  arrivedAt: Instant,
  reason: z.enum(['late', 'closed', 'superseded']),
});

const Remark = z.string().trim().max(1000, { error: 'field.tooLong' }).optional();
const Holder = z.object({ userName: z.string(), until: Instant });

/** An answer that its marker holds. */
const HeldAnswer = AnswerId.extend({
  /** Position on the paper, from 1. */
  number: z.number(),
  stem: z.string(),
  score: Amount,
  /** Marks are multiples of it. */
  step: Amount,
  answer: z.string(),
  /** The language in which a question with two languages was answered; null if that is not known. */
  answerLang: Language.nullable(),
  reference: z.string(),
  analysis: z.string().nullable(),
  lateCount: z.number(),
  html: RenderedText.extend(RenderedKey.shape),
  /** Switches in all, and those that count. */
  loggedCount: z.number(),
  switchCount: z.number(),
  /** Seconds away from the exam screen, in total. */
  awaySeconds: z.number(),
  /** Null while marking is blind. */
  candidate: z.object({ userName: z.string(), department: z.string().nullable() }).nullable(),
  /** 1 and 2: independent marks; 3: decides between two that differ by more than the tolerance. */
  round: z.number(),
  /** The two marks, for the third marker only. */
  earlier: z.array(z.object({ score: Amount, remark: z.string().nullable() })).max(2),
  criteria: Criteria,
  /** Notes of markers about the question, newest first. */
  notes: z
    .array(z.object({ id: Id, userName: z.string(), body: z.string(), gmtCreate: Instant }))
    .max(MAX_ITEMS.markingNotes),
  heldUntil: Instant,
  /** Duration of the hold from its beginning, seconds. */
  holdSeconds: z.number(),
});

export const marking = define({
  'POST /exam/auth/exam/marking/page': {
    summary: 'List attempts with unmarked or marked short answers',
    auth: 'exams.manage',
    input: paged(10).extend({ status: z.enum(['submitted', 'marked']).default('submitted'), examId: Id.optional() }),
    data: page(MarkingItem),
  },
  'POST /exam/auth/exam/marking/waiting/page': {
    summary: 'List the papers of others that wait for marks, oldest first; empty for members who do not mark',
    auth: 'enterprise',
    input: paged(),
    data: WaitingPage,
  },
  'GET /exam/auth/exam/marking/waiting/count': {
    summary: 'Count what waits for the user as a marker',
    auth: 'exams.manage',
    input: z.object({}),
    data: z.object({
      /** Papers with answers without a final mark, and papers of others whose results are not published. */
      papers: z.number(),
      ready: z.number(),
      /** Appeals against marks and against switches. */
      appeals: z.number(),
      switches: z.number(),
    }),
  },
  'POST /exam/auth/exam/marking/switch/page': {
    summary: 'List the papers with appeals against switches that wait for a decision, oldest first',
    auth: 'exams.manage',
    input: paged(10),
    data: page(
      z.object({
        attemptId: Id,
        title: z.string(),
        /** Null while marking is blind. */
        userName: z.string().nullable(),
        own: z.boolean(),
        /** Appeals that wait, and when the first one was made. */
        count: z.number(),
        at: Instant,
      }),
    ),
  },
  'GET /exam/auth/exam/marking/view': {
    summary: 'Get one page of the short answers of an attempt, with reference answers and evidence',
    auth: 'exams.manage',
    input: AttemptId.extend(longTextPaging.shape),
    data: MarkingView,
  },
  'GET /exam/auth/exam/marking/late/page': {
    summary: 'List the answers to one short question that do not count (late or of a superseded writer), oldest first',
    auth: 'exams.manage',
    input: AttemptId.extend({ questionId: Id }).extend(longTextPaging.shape),
    data: page(LateAnswer),
  },
  'POST /exam/auth/exam/marking/exam/page': {
    summary: 'List exams with answers to mark, results to publish or appeals to answer',
    auth: 'exams.manage',
    input: paged(10),
    data: page(
      z.object({
        id: Id,
        title: z.string(),
        markers: z.number(),
        blind: z.boolean(),
        together: z.boolean(),
        /** Answers without a final mark, and those of them that wait for a third marker. */
        waitingCount: z.number(),
        thirdCount: z.number(),
        /** Marked papers that are not published. */
        readyCount: z.number(),
        appealCount: z.number(),
      }),
    ),
  },
  'GET /exam/auth/exam/marking/queue/view': {
    summary: 'Get the marking queue of an exam by question, with who holds answers now',
    auth: 'exams.manage',
    input: z.object({ examId: Id }),
    data: z.object({
      examId: Id,
      title: z.string(),
      markers: z.number(),
      tolerance: Amount,
      blind: z.boolean(),
      together: z.boolean(),
      waitingCount: z.number(),
      readyCount: z.number(),
      appealCount: z.number(),
      questions: z
        .array(
          z.object({
            questionId: Id,
            stem: z.string(),
            score: Amount,
            waitingCount: z.number(),
            thirdCount: z.number(),
            criteria: Criteria,
          }),
        )
        .max(MAX_ITEMS.queueQuestions),
      held: z.array(Holder.extend({ questionId: Id })).max(MAX_ITEMS.heldAnswers),
    }),
  },
  'POST /exam/auth/exam/marking/answer/open': {
    summary:
      'Hold the next answer that waits for the user’s mark, of an exam or of one question across candidates; the one already held comes first',
    auth: 'exams.manage',
    input: z.object({
      examId: Id,
      questionId: Id.optional(),
      /** Gives this answer back and goes on behind it. */
      after: AnswerId.optional(),
      /** Holds this answer again; `answer` is null when another marker holds or has marked it. */
      again: AnswerId.optional(),
    }),
    data: z.object({ answer: HeldAnswer.nullable(), waitingCount: z.number() }),
  },
  'GET /exam/auth/exam/marking/answer/equal': {
    summary: 'Count the answers of others to the same question that are equal and wait for the user’s mark',
    auth: 'exams.manage',
    input: AnswerId,
    /** `isMore`: that many get their mark at once; others are left. */
    data: z.object({ count: z.number(), isMore: z.boolean() }),
  },
  'POST /exam/auth/exam/marking/answer/save': {
    summary: 'Give the mark of one answer; stored at once',
    auth: 'exams.manage',
    input: AnswerId.extend({
      score: Mark.optional(),
      /** Points per criterion of the rubric, which sum up to the mark. */
      points: z.array(Mark).max(MAX_ITEMS.criteria).optional(),
      remark: Remark,
      /** Also to equal answers of others that wait for the user's mark. */
      equal: z.boolean().default(false),
    }),
    data: z.object({
      score: Amount,
      /** Other answers that got the mark. */
      equalCount: z.number(),
      /** `waiting`: another marker is needed; `third`: the two differ by more than the tolerance; `final`. */
      outcome: z.enum(['waiting', 'third', 'final']),
      status: z.enum(['submitted', 'marked']),
    }),
  },
  'POST /exam/auth/exam/marking/note/save': {
    summary: 'Add a note about a question for its other markers',
    auth: 'exams.manage',
    input: z.object({
      questionId: Id,
      body: z.string().trim().min(1, { error: 'field.required' }).max(1000, { error: 'field.tooLong' }),
    }),
    data: z.object({ id: Id, userName: z.string(), body: z.string(), gmtCreate: Instant }),
  },
  'PUT /exam/auth/exam/marking/rubric/save': {
    summary: 'Set the criteria of a short question with their points; none: marks are given as a whole',
    auth: 'exams.manage',
    input: z.object({ questionId: Id, criteria: Criteria }),
    data: z.object({ questionId: Id, criteria: Criteria }),
  },
  'POST /exam/auth/exam/marking/publish': {
    summary:
      'Publish the marked results of an exam: scores, credits, points and certificates count, candidates are told. At most 200 at once; repeat until none is left',
    auth: 'exams.manage',
    input: z.object({ examId: Id }),
    data: z.object({ published: z.number(), left: z.number() }),
  },
  'POST /exam/auth/exam/marking/save': {
    summary: 'Save marks; when every short answer has one, the attempt is marked and the result is final',
    auth: 'exams.manage',
    input: AttemptId.extend({
      marks: z
        .array(
          z.object({
            questionId: Id,
            score: Mark,
            remark: Remark,
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
