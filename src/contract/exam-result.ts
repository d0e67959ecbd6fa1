import { z } from 'zod';
import { Amount, Id, Instant } from './common.ts';
import { AttemptId, ClosedBy, ExamState, Receipt, ReviewItem, SwitchPolicy } from './exam-parts.ts';

/** A closed attempt as its candidate sees it. */
export const ExamResult = z.object({
  attemptId: Id,
  examId: Id,
  title: z.string(),
  number: z.number(),
  /** The exam of which this is a trial sitting; null: it is none. */
  trialOf: Id.nullable(),
  status: z.enum(['submitted', 'marked']),
  examState: ExamState,
  closedBy: ClosedBy,
  /** Says with `closedBy: switch` which rule closed the attempt. */
  switchPolicy: SwitchPolicy,
  /** Why the attempt was voided; null: it was not. */
  voidReason: z.string().nullable(),
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
  /** Which attempt counts, and whether it is this one. */
  countedAttempt: z.enum(['best', 'last', 'first']),
  isCounting: z.boolean(),
  /** Rewards for passing; null if not passed. */
  earned: z
    .object({ credits: Amount, points: Amount, certificateName: z.string().nullable(), certificateId: Id.nullable() })
    .nullable(),
  /**
   * `open`: right answers and marks are in `questions`, except for withheld ones. `afterAttempt`: not while another
   * attempt is in progress. `afterLast`: not while the viewer has attempts left, until `reviewOpensAt` at the latest.
   */
  review: z.enum(['open', 'later', 'never', 'afterAttempt', 'afterLast']),
  reviewOpensAt: Instant.nullable(),
  /** Days from the opening of the review in which marks can be appealed against; 0: they cannot. */
  appealDays: z.number(),
  /** Until when marks can be appealed against; null: they cannot, no longer, or their review is not open. */
  appealUntil: Instant.nullable(),
  /** The questions of the paper, in its order, and how many of those that are shown were answered wrongly. */
  questionIds: z.array(Id),
  mistakeCount: z.number(),
  /** Empty without `questions`. */
  questions: z.array(ReviewItem),
});

/** `questions: none`: without the questions of the paper, which are most of the response. */
export const ResultInput = AttemptId.extend({ questions: z.enum(['all', 'none']).default('all') });
