import { z } from 'zod';
import { Amount, Id, Instant, page } from './common.ts';

export const ExamState = z.enum(['waiting', 'pass', 'fail', 'awaitingMarking', 'absent', 'resit']);
export const QuestionType = z.enum(['single', 'multiple', 'judge', 'blank', 'short']);
export const SwitchPolicy = z.enum(['none', 'warn', 'limit', 'at_once']);
export const RejectReason = z.enum(['unknownQuestion', 'invalid', 'tooLong', 'epoch', 'lateLimit']);
export const AttemptId = z.object({ attemptId: Id });

/** Maximum length of a short answer, characters. */
export const LONGEST = 20_000;
/** Maximum length of the text of one blank, characters. */
export const LONGEST_BLANK = 500;

/**
 * An answer: an option key (single), option keys (multiple), a boolean (judge), a text per blank (blank), a text
 * (short). Null, an empty text and an empty list mean that the answer was cleared.
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
 * One change of one answer (design section 8); the highest `(epoch, revision)` of a question wins. The schema requires
 * only what identifies an entry. Values are checked per entry, so that an invalid one is rejected individually.
 */
export const AnswerEntry = z.object({
  questionId: z.string().max(100),
  /** The epoch of the request. */
  epoch: z.number(),
  /** A positive 32-bit integer that increases with every change. */
  revision: z.number(),
  /** Like `answer` of a saved answer. */
  answer: z.unknown(),
  /** The candidate's flag "come back to this". */
  flagged: z.boolean().default(false),
});

/**
 * Result per entry of one request; each entry is in one of the two lists.
 *
 * `acks`: settled up to this revision. `saved`: durable and counted; `superseded`, `late`, `closed`: not counted,
 * evidence for the marker.
 *
 * `rejected`: not stored; resending does not help. The client keeps it on the device; the server counts it for the
 * marker. `unknownQuestion`: not on the paper; `invalid`: not a valid answer to this question, or not a valid revision;
 * `tooLong`: more than 20,000 characters, or 500 in a blank; `epoch`: not the epoch of the request; `lateLimit`: the
 * attempt keeps no more evidence for this question.
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

/** A question for the candidate: contains no information about the right answer. */
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
  /** Full marks; null if not marked yet. */
  right: z.boolean().nullable(),
  remark: z.string().nullable(),
  /**
   * The review is open, but withheld for this question: its bank is used by another exam whose answers are not public
   * yet.
   */
  withheld: z.boolean(),
});

/**
 * Proof of the submitted answers: HMAC-SHA256 over the canonical JSON of the answers, their count, attempt and time.
 */
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
      /** The viewer may currently not see reference answer, explanation and mark, nor another person's answer. */
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
