import { z } from 'zod';
import { Amount, Id, Instant, page } from './common.ts';

export const ExamState = z.enum(['waiting', 'pass', 'fail', 'awaitingMarking', 'absent', 'resit']);
export const QuestionType = z.enum(['single', 'multiple', 'judge', 'blank', 'short']);
export const SwitchPolicy = z.enum(['none', 'warn', 'limit', 'at_once']);
export const RejectReason = z.enum(['unknownQuestion', 'invalid', 'tooLong', 'epoch', 'lateLimit']);
export const AttemptId = z.object({ attemptId: Id });

/** Longest short answer, characters. */
export const LONGEST = 20_000;
/** Longest text of one blank, characters. */
export const LONGEST_BLANK = 500;

/**
 * What a person answers: an option key (single), option keys (multiple), a boolean (judge), a text per blank (blank), a
 * text (short). Null, an empty text and an empty list say that an answer was taken back.
 */
export const Answer = z.union([
  z.null(),
  z.boolean(),
  z.string().max(LONGEST),
  z.array(z.string().max(LONGEST_BLANK)).max(50),
]);

/** Epochs and revisions are positive 32-bit integers. */
export const Revision = z
  .int()
  .min(1)
  .max(2 ** 31 - 1);

/**
 * One change of one answer (design section 8); the highest `(epoch, revision)` of a question wins. Here only what names
 * an entry is required. Its values are checked entry by entry, so that the reply rejects a wrong one alone.
 */
export const AnswerEntry = z.object({
  questionId: z.string().max(100),
  /** The epoch of the request. */
  epoch: z.number(),
  /** A positive 32-bit integer that grows with every change. */
  revision: z.number(),
  /** As `answer` of a saved answer. */
  answer: z.unknown(),
  /** The person's flag "come back to this". */
  flagged: z.boolean().default(false),
});

/**
 * What became of the entries of one request; each is in one of the two lists.
 *
 * `acks`: settled up to this revision. `saved`: durable and counted; `superseded`, `late`, `closed`: not counted, evidence
 * for the marker.
 *
 * `rejected`: not stored; sending it again would not help. The client keeps it on the device; the server counts it for
 * the marker. `unknownQuestion`: not on the paper; `invalid`: no answer to this question, or no revision; `tooLong`: more
 * than 20,000 characters, or 500 in a blank; `epoch`: not the epoch of the request; `lateLimit`: the attempt keeps no
 * more evidence for this question.
 */
export const Settlement = z.object({
  acks: z.array(
    z.object({
      questionId: z.string(),
      epoch: z.number(),
      revision: z.number(),
      state: z.enum(['saved', 'superseded', 'late', 'closed']),
    }),
  ),
  rejected: z.array(
    z.object({ questionId: z.string(), epoch: z.number(), revision: z.number(), reason: RejectReason }),
  ),
});

export const SavedAnswer = z.object({
  questionId: Id,
  epoch: z.number(),
  revision: z.number(),
  answer: Answer,
  flagged: z.boolean(),
});

const Option = z.object({ key: z.string(), text: z.string() });

/** A question as the person sees it: nothing here tells what is right. */
export const PaperItem = z.object({
  questionId: Id,
  section: z.string(),
  type: QuestionType,
  /** Blanks are marked `____`. */
  stem: z.string(),
  options: z.array(Option),
  blanks: z.number(),
  score: Amount,
});

/** A question in the review. `answer`, `mark`, `right`, `analysis` and `remark` are null until they may be seen. */
export const ReviewItem = PaperItem.extend({
  mine: Answer,
  /** Option key(s), boolean, accepted texts per blank, or the reference text. */
  answer: z.union([z.string(), z.boolean(), z.array(z.string()), z.array(z.array(z.string()))]).nullable(),
  analysis: z.string().nullable(),
  mark: Amount.nullable(),
  /** Full marks; null when not marked yet. */
  right: z.boolean().nullable(),
  remark: z.string().nullable(),
  /** The review is open, but not for this question: its bank is used by another exam that is not. */
  withheld: z.boolean(),
});

/** Proof of what was handed in: HMAC-SHA256 over the canonical JSON of the answers, their count, attempt and time. */
export const Receipt = z.object({
  attemptId: Id,
  answerCount: z.number(),
  serverTime: Instant,
  hmac: z.string(),
});

export const MarkingItem = z.object({
  attemptId: Id,
  examId: Id,
  title: z.string(),
  userName: z.string(),
  department: z.string().nullable(),
  number: z.number(),
  submittedAt: Instant,
  status: z.enum(['submitted', 'marked']),
  shortCount: z.number(),
  unmarkedCount: z.number(),
  lateCount: z.number(),
});

export const MarkingView = MarkingItem.extend({
  closedBy: z.enum(['person', 'timer', 'sweep', 'switch']),
  objectiveScore: Amount,
  totalScore: Amount,
  passScore: Amount,
  passed: z.boolean().nullable(),
  /** The viewer may not mark their own attempt. */
  own: z.boolean(),
  switchCount: z.number(),
  /** Seconds away from the exam screen, in total. */
  awaySeconds: z.number(),
  /**
   * Answers that the server did not accept, by question and reason; at most 100 lines. `number` is the question's place
   * on the paper (from 1); null: not on the paper.
   */
  rejected: z.array(z.object({ number: z.number().nullable(), reason: RejectReason, count: z.number() })),
  /** One page of the short answers, in order of the paper. */
  questions: page(
    z.object({
      questionId: Id,
      /** Place on the paper, from 1. */
      number: z.number(),
      stem: z.string(),
      score: Amount,
      /** The viewer may not see reference, analysis and mark now, nor the answer of somebody else. */
      withheld: z.boolean(),
      reference: z.string().nullable(),
      analysis: z.string().nullable(),
      answer: z.string(),
      mark: Amount.nullable(),
      remark: z.string().nullable(),
      /** Answers to this question that do not count; read them with `marking/late/page`. */
      lateCount: z.number(),
    }),
  ),
});

export const LateAnswer = z.object({
  answer: Answer,
  arrivedAt: Instant,
  reason: z.enum(['late', 'closed', 'superseded']),
});
