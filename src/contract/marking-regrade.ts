import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { Amount, Id, Instant, page, paged, whole } from './common.ts';
import { define } from './define.ts';
import { MAX_BLANK_LENGTH, QuestionType, RenderedText } from './exam-parts.ts';

const Text = z.string().min(1, { error: 'field.required' }).max(5_000, { error: 'field.tooLong' });
const Accepted = z
  .string()
  .trim()
  .min(1, { error: 'field.required' })
  .max(MAX_BLANK_LENGTH, { error: 'field.tooLong' });

/** How a question counts; null: as on the frozen papers. */
const Rule = z.object({
  /** Texts of the right options (of a single choice: each is right), a boolean, or accepted texts per blank. */
  key: z
    .union([
      z.boolean(),
      z.array(Text).min(1, { error: 'field.required' }).max(MAX_ITEMS.bankOptions),
      z
        .array(z.array(Accepted).min(1, { error: 'field.required' }).max(MAX_ITEMS.acceptedTexts))
        .min(1)
        .max(MAX_ITEMS.blanks),
    ])
    .nullable(),
  score: z.number({ error: 'field.invalid' }).min(0.01).max(1000).multipleOf(0.01).nullable(),
  /** `full`: everybody has the full score; `drop`: the question does not count, and the pass mark shrinks in proportion. */
  void: z.enum(['full', 'drop']).nullable(),
});
const StoredRule = Rule.extend({ score: Amount.nullable() });

const OfQuestion = z.object({
  examId: Id,
  questionId: Id,
  /** 0: papers that were drawn before versions were kept. */
  version: whole(0, 1_000_000),
});

/** What follows from a regrade. */
const Effects = z.object({
  certificatesIssued: z.number().int(),
  certificatesRevoked: z.number().int(),
  /** Posted and reversed. */
  hours: z.object({ posted: Amount, reversed: Amount }),
  credits: z.object({ posted: Amount, reversed: Amount }),
  points: z.object({ posted: Amount, reversed: Amount }),
});

const Preview = z.object({
  /** Identifies the state that was previewed. */
  fingerprint: z.string(),
  /** Closed attempts with the question; those of them without a final result; attempts in progress. */
  attemptCount: z.number().int(),
  waitingCount: z.number().int(),
  openCount: z.number().int(),
  raisedCount: z.number().int(),
  loweredCount: z.number().int(),
  gainedCount: z.number().int(),
  lostCount: z.number().int(),
  /** Who passes as before, but reaches the minimum score of the certificate, or falls below it. */
  certificateGainedCount: z.number().int(),
  certificateLostCount: z.number().int(),
  /** Who crosses the pass mark or that minimum; those who would lose come first. */
  crossing: page(
    z.object({
      attemptId: Id,
      userName: z.string(),
      department: z.string().nullable(),
      number: z.number().int(),
      scoreBefore: Amount,
      scoreAfter: Amount,
      passMark: Amount,
      change: z.enum(['fails', 'missesCertificate', 'passes', 'reachesCertificate']),
    }),
  ),
});

export const markingRegrade = define({
  'GET /exam/auth/exam/regrade/view': {
    summary: 'Get a question of an exam as it is on its papers and as it counts now, to regrade it',
    auth: 'exams.manage',
    input: OfQuestion.extend({ version: OfQuestion.shape.version.optional() }),
    data: z.object({
      ...OfQuestion.shape,
      title: z.string(),
      passScore: Amount,
      /** Versions of the question on papers of the exam, latest first. */
      versions: z
        .array(z.object({ version: z.number().int(), attempts: z.number().int() }))
        .max(MAX_ITEMS.questionVersions),
      type: QuestionType,
      stem: z.string(),
      html: RenderedText,
      options: z.array(z.string()).max(MAX_ITEMS.bankOptions),
      blanks: z.number().int(),
      score: Amount,
      /** The key of the papers; null for short answers, and while the viewer may not see it. */
      key: Rule.shape.key,
      rule: StoredRule,
      /** Why the viewer cannot regrade it: the own paper has it, or the viewer may not see its answer yet. */
      blocked: z.enum(['own', 'withheld']).nullable(),
    }),
  },
  'POST /exam/auth/exam/regrade/preview': {
    summary: 'Compute what a regrade of a question would change, without changing anything',
    auth: 'exams.manage',
    input: paged(10).extend({ ...OfQuestion.shape, rule: Rule }),
    data: Preview,
  },
  'POST /exam/auth/exam/regrade/effects': {
    summary:
      'Compute what a regrade would change in certificates, hours, credits and points, without changing anything',
    auth: 'exams.manage',
    input: OfQuestion.extend({ rule: Rule }),
    data: z.object({
      /** When nobody loses a pass or certificate, and when they are lost. */
      keep: Effects,
      lose: Effects,
      /** Only of the first people of the preview: there are very many. */
      isPartial: z.boolean(),
    }),
  },
  'POST /exam/auth/exam/regrade/exam/page': {
    summary: 'List the other exams whose papers have a version of a question, to regrade it there, too',
    auth: 'exams.manage',
    input: paged(10).extend(OfQuestion.shape),
    data: page(
      z.object({
        examId: Id,
        title: z.string(),
        windowEnd: Instant,
        /** Papers with the version and a final result. */
        attemptCount: z.number().int(),
      }),
    ),
  },
  'POST /exam/auth/exam/regrade/save': {
    summary: 'Regrade a question as previewed: stored at once, applied to the attempts in the background',
    auth: 'exams.manage',
    input: OfQuestion.extend({
      rule: Rule,
      /** Nobody loses a pass. */
      keepPasses: z.boolean(),
      /** Shown to everybody whose result changes. */
      reason: z.string().trim().min(1, { error: 'field.reasonRequired' }).max(500, { error: 'field.tooLong' }),
      /** Of the preview. */
      fingerprint: z.string().max(100),
    }),
    data: z.object({ id: Id }),
  },
  'POST /exam/auth/exam/regrade/page': {
    summary: 'List the regrades of a question of an exam with their progress, newest first',
    auth: 'exams.manage',
    input: paged(10).extend({ examId: Id, questionId: Id }),
    data: page(
      z.object({
        id: Id,
        version: z.number().int(),
        userName: z.string(),
        gmtCreate: Instant,
        reason: z.string(),
        ruleBefore: StoredRule,
        ruleAfter: StoredRule,
        keepPasses: z.boolean(),
        attemptCount: z.number().int(),
        doneCount: z.number().int(),
        changedCount: z.number().int(),
        gainedCount: z.number().int(),
        lostCount: z.number().int(),
        /** Null while it is being applied. */
        doneAt: Instant.nullable(),
      }),
    ),
  },
});
