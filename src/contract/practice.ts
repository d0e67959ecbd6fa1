import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { ById, Empty, Id, Instant, page, paged, whole } from './common.ts';
import { define } from './define.ts';
import { Answer, PaperItem, RenderedKey, ReviewItem } from './exam-parts.ts';

const Kind = z.enum(['bank', 'exam', 'mistakes']);
const Topic = z.string().trim().min(1).max(200);

const Run = z.object({
  id: Id,
  kind: Kind,
  /** Title of the bank or exam; null for mistakes. */
  title: z.string().nullable(),
  bankId: Id.nullable(),
  examId: Id.nullable(),
  questionCount: z.number(),
  /** Questions whose answer was checked, and those of them that were right. */
  answeredCount: z.number(),
  rightCount: z.number(),
  startedAt: Instant,
  finishedAt: Instant.nullable(),
});

/** What is shown of a question after its answer was checked. */
const Key = z.object({
  answer: ReviewItem.shape.answer,
  analysis: z.string().nullable(),
  keyHtml: RenderedKey,
  /** Null: a short answer that its author has not assessed. */
  right: z.boolean().nullable(),
});

const RunQuestion = PaperItem.extend({
  topic: z.string().nullable(),
  mine: Answer,
  /** Null until the answer is checked, and while the question is withheld. */
  key: Key.nullable(),
  checked: z.boolean(),
  /** An exam that uses the question is not over for the user, or it can no longer be practised. */
  withheld: z.boolean(),
});

/** Questions of a book of mistakes. */
const BookFilter = z.object({
  topic: Topic.optional(),
  examId: Id.optional(),
  bankId: Id.optional(),
  /** Answered wrongly at or after this. */
  since: z.iso.datetime({ offset: true, error: 'field.invalid' }).max(40).optional(),
});

const Mistake = ReviewItem.pick({ type: true, stem: true, options: true, html: true, mine: true }).extend({
  questionId: Id,
  topic: z.string().nullable(),
  bankTitle: z.string(),
  /** The exam with the latest wrong answer; null: in practice. */
  examTitle: z.string().nullable(),
  ...{ answer: Key.shape.answer, analysis: Key.shape.analysis, keyHtml: Key.shape.keyHtml },
  wrongCount: z.number(),
  lastWrongAt: Instant,
  rightInRow: z.number(),
  archivedAt: Instant.nullable(),
});

const Source = z.object({ id: Id, title: z.string() });
const RunQuestionId = z.object({ id: Id, questionId: Id });

export const practice = define({
  'POST /exam/auth/user/practice/bank/page': {
    summary: 'List the question banks that the user may practise',
    auth: 'enterprise',
    input: paged(10).extend({ keyword: z.string().trim().max(100).optional() }),
    data: page(
      Source.extend({
        questionCount: z.number(),
        /** Questions that the user has practised. */
        seenCount: z.number(),
      }),
    ),
  },
  'GET /exam/auth/user/practice/bank/view': {
    summary: 'Get what the user can choose from a question bank: how many questions of each topic and difficulty',
    auth: 'enterprise',
    input: ById,
    data: Source.extend({
      questionCount: z.number(),
      newCount: z.number(),
      mistakeCount: z.number(),
      /** Questions that cannot be practised now, because an exam that uses them is not over for the user. */
      withheldCount: z.number(),
      topics: z.array(z.object({ topic: z.string(), count: z.number() })).max(MAX_ITEMS.practiceTopics),
      /** Of difficulty 1 to 4. */
      difficulties: z.array(z.number()).max(4),
    }),
  },
  'POST /exam/auth/user/practice/exam/page': {
    summary: 'List the exams that the user may practise as mock exams',
    auth: 'enterprise',
    input: paged(10).extend({ courseId: Id.optional() }),
    data: page(Source.extend({ questionCount: z.number(), courseId: Id.nullable() })),
  },
  'POST /exam/auth/user/practice/start': {
    summary: 'Start a practice: questions of a bank, a paper of a mock exam, or the user’s mistakes',
    auth: 'enterprise',
    input: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('bank'),
        bankId: Id,
        topic: Topic.optional(),
        difficulty: whole(1, 4).optional(),
        count: whole(1, MAX_ITEMS.practiceQuestions).default(10),
        only: z.enum(['all', 'new', 'mistakes']).default('all'),
      }),
      z.object({ kind: z.literal('exam'), examId: Id }),
      BookFilter.extend({
        kind: z.literal('mistakes'),
        questionIds: z.array(Id).min(1).max(MAX_ITEMS.practiceQuestions).optional(),
      }),
    ]),
    data: z.object({ id: Id, questionCount: z.number() }),
  },
  'GET /exam/auth/user/practice/view': {
    summary: 'Get a practice with its questions; right answers only of those whose answer was checked',
    auth: 'enterprise',
    input: ById,
    data: Run.extend({ questions: z.array(RunQuestion).max(MAX_ITEMS.examQuestions) }),
  },
  'POST /exam/auth/user/practice/page': {
    summary: 'List the user’s practices, newest first',
    auth: 'enterprise',
    input: paged(10),
    data: page(Run),
  },
  'POST /exam/auth/user/practice/answer/save': {
    summary: 'Save the draft of an answer; it is not checked',
    auth: 'enterprise',
    removesNul: true,
    input: RunQuestionId.extend({ answer: Answer }),
    data: z.object({ saved: z.boolean() }),
  },
  'POST /exam/auth/user/practice/answer/check': {
    summary: 'Check an answer and get the right one; a repetition returns the first result',
    auth: 'enterprise',
    removesNul: true,
    input: RunQuestionId.extend({ answer: Answer }),
    data: Key.extend({ mine: Answer }),
  },
  'POST /exam/auth/user/practice/answer/assess': {
    summary: 'Say whether the own short answer was right, after comparing it with the reference',
    auth: 'enterprise',
    input: RunQuestionId.extend({ right: z.boolean() }),
    data: z.object({ right: z.boolean() }),
  },
  'POST /exam/auth/user/practice/finish': {
    summary: 'Finish a practice; questions without a checked answer do not count',
    auth: 'enterprise',
    input: ById,
    data: z.object({ answeredCount: z.number(), rightCount: z.number() }),
  },
  'POST /exam/auth/user/mistake/page': {
    summary: 'List the user’s mistakes whose answers may be shown, latest first, or those of the archive',
    auth: 'enterprise',
    input: paged(10)
      .extend(BookFilter.shape)
      .extend({ questionId: Id.optional(), archived: z.boolean().default(false) }),
    data: page(Mistake),
  },
  'GET /exam/auth/user/mistake/view': {
    summary: 'Count the user’s mistakes by topic, exam and bank; with the setting of the book',
    auth: 'enterprise',
    input: Empty,
    data: z.object({
      count: z.number(),
      archivedCount: z.number(),
      topics: z.array(z.object({ topic: z.string().nullable(), count: z.number() })).max(MAX_ITEMS.practiceTopics),
      exams: z.array(Source.extend({ count: z.number() })).max(MAX_ITEMS.mistakeSources),
      banks: z.array(Source.extend({ count: z.number() })).max(MAX_ITEMS.mistakeSources),
      /** Right answers in a row after which a question leaves the book. */
      rightInRow: z.number(),
    }),
  },
  'PUT /exam/auth/user/mistake/setting/save': {
    summary: 'Set after how many right answers in a row a question leaves the book of mistakes',
    auth: 'enterprise',
    input: z.object({ rightInRow: whole(1, 3) }),
    data: z.object({ rightInRow: z.number() }),
  },
});
