import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { Amount, Id, Instant, paged } from './common.ts';

export const ExamState = z.enum(['waiting', 'pass', 'fail', 'awaitingMarking', 'absent', 'resit']);
export const QuestionType = z.enum(['single', 'multiple', 'judge', 'blank', 'short']);
export const SwitchPolicy = z.enum(['none', 'warn', 'limit', 'at_once']);
export const ClosedBy = z.enum(['person', 'timer', 'sweep', 'switch', 'invigilator']);
export const RejectReason = z.enum(['unknownQuestion', 'invalid', 'tooLong', 'epoch', 'lateLimit']);
export const AttemptId = z.object({ attemptId: Id });
/** One answer of an attempt. */
export const AnswerId = AttemptId.extend({ questionId: Id });
export const Mark = z.number().min(0).max(1000).multipleOf(0.01);
/** Paging of items with long texts: 20 of them are about 1.2 MB at most. */
export const longTextPaging = paged(5, 20);

/** When leaving the exam screen counts as a switch. */
export const AwayLimits = {
  /** Seconds for which the page may be hidden or without focus, and closed, without it counting as a switch. */
  switchDwellSeconds: z.number(),
  leaveGraceSeconds: z.number(),
};

/** Maximum length of a short answer, characters. */
export const MAX_ANSWER_LENGTH = 20_000;
/** Maximum length of the text of one blank, characters. */
export const MAX_BLANK_LENGTH = 500;

/**
 * An answer: an option key (single), option keys (multiple), a boolean (judge), a text per blank (blank), a text
 * (short). Null, an empty text and an empty list mean that the answer was cleared.
 */
export const Answer = z.union([
  z.null(),
  z.boolean(),
  z.string().max(MAX_ANSWER_LENGTH),
  z.array(z.string().max(MAX_BLANK_LENGTH)).max(50),
]);

/** Epochs and revisions are positive 32-bit integers. */
export const Revision = z
  .int()
  .min(1)
  .max(2 ** 31 - 1);

/**
 * One change of one answer (docs/specification.md, section "Exam saves"); the highest `(epoch, revision)` of a question
 * wins. The schema requires only what identifies an entry. Values are checked per entry, so that an invalid one is
 * rejected individually.
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
  /** The language in which the question was shown: one that it has. Without: recorded if it has only one. */
  lang: z.string().max(20).nullish(),
});

/**
 * Result per entry of one request; each entry is in one of the two lists.
 *
 * `acks`: acknowledged up to this revision. `saved`: durable and counted; `superseded`, `late`, `closed`: not counted,
 * evidence for the marker.
 *
 * `rejected`: not stored; resending does not help. The client keeps it on the device; the server counts it for the
 * marker. `unknownQuestion`: not on the paper; `invalid`: not a valid answer to this question, or not a valid revision;
 * `tooLong`: more than 20,000 characters, or 500 in a blank; `epoch`: not the epoch of the request, or of no writer that the attempt ever had; `lateLimit`: the
 * attempt keeps no more evidence for this question.
 */
export const Acknowledgement = z.object({
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

/** What markers give points for in a short answer, with the points at most. */
export const Criterion = z.object({
  text: z
    .string()
    .trim()
    .min(1, { error: 'field.required' })
    .max(500, { error: 'field.tooLong' })
    .regex(/^[^\r\n]*$/, { error: 'field.invalid' }),
  points: Mark,
});
export const Criteria = z.array(Criterion).max(MAX_ITEMS.criteria, { error: 'field.tooMany' });

/** A language that questions can have. */
export const Language = z.enum(['zh', 'en']);

export const SavedAnswer = z.object({
  questionId: Id,
  epoch: z.number(),
  revision: z.number(),
  answer: Answer,
  flagged: z.boolean(),
  /** The language in which it was answered; null if the client did not say. */
  lang: Language.nullable(),
});

const Option = z.object({ key: z.string(), text: z.string() });

/** Rendered texts, options by key. A text without Markdown has none and is shown as it is. */
export const RenderedText = z.object({
  stem: z.string().optional(),
  options: z.record(z.string(), z.string()).optional(),
});

/** A question for the candidate: contains no information about the right answer. */
export const PaperItem = z.object({
  questionId: Id,
  section: z.string(),
  type: QuestionType,
  /** Language of the texts; null on papers that were drawn before questions had one. */
  lang: Language.nullable(),
  /** Blanks are marked `____`. */
  stem: z.string(),
  options: z.array(Option),
  html: RenderedText,
  /** The same question in a second language. */
  other: z.object({ lang: Language, stem: z.string(), options: z.array(Option), html: RenderedText }).nullable(),
  blanks: z.number(),
  score: Amount,
});

/** Rendered analysis and reference text, as far as they are shown. */
export const RenderedKey = z.object({ analysis: z.string().optional(), reference: z.string().optional() });

/**
 * A question in the review. `answer`, `mark`, `right`, `analysis` and `remark` are null until the user can see them.
 */
export const ReviewItem = PaperItem.extend({
  mine: Answer,
  /** The language in which a question with two languages was answered; null if that is not known. */
  mineLang: Language.nullable(),
  /** Option key(s), boolean, accepted texts per blank, or the reference text. */
  answer: z.union([z.string(), z.boolean(), z.array(z.string()), z.array(z.array(z.string()))]).nullable(),
  analysis: z.string().nullable(),
  keyHtml: RenderedKey,
  mark: Amount.nullable(),
  /** Full marks; null if not marked yet. */
  right: z.boolean().nullable(),
  remark: z.string().nullable(),
  /** The question was regraded; null until the user can see its answer. `full`: everybody has the full score. */
  regrade: z.object({ void: z.enum(['full', 'drop']).nullable(), reason: z.string() }).nullable(),
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
