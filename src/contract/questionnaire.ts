import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { Id, page, paged } from './common.ts';
import { define } from './define.ts';
import { ExportRecord } from './export.ts';
import { WaitingPage } from './waiting.ts';

const Code = z.string().max(64, { error: 'field.invalid' });
const Choice = z.object({ code: z.string(), text: z.string() });
const Condition = z.object({
  question: z.string(),
  is: z.array(z.string()).max(MAX_ITEMS.choices).nullable(),
  from: z.number().int().nullable(),
  to: z.number().int().nullable(),
});

/** A question; `Question` in contract/rules/questionnaire.ts explains the properties. */
const Question = z.object({
  code: z.string(),
  kind: z.enum(['single', 'several', 'scale', 'matrix', 'text']),
  title: z.string(),
  hint: z.string().nullable(),
  required: z.boolean(),
  showIf: Condition.nullable(),
  options: z.array(Choice).max(MAX_ITEMS.choices),
  rows: z.array(Choice).max(MAX_ITEMS.choices),
  other: z.boolean(),
  least: z.number().int().nullable(),
  most: z.number().int().nullable(),
  leastLabel: z.string().nullable(),
  mostLabel: z.string().nullable(),
  long: z.boolean(),
  maxLength: z.number().int().nullable(),
  retired: z.boolean(),
});

/** The answer to one question; which properties it has depends on the kind of question. */
const GivenAnswer = z.object({
  question: Code,
  chosen: z.array(Code).max(MAX_ITEMS.choices, { error: 'field.invalid' }).optional(),
  /** Text of the option `other`. */
  other: z.string().max(1_000, { error: 'field.tooLong' }).optional(),
  value: z.number().int().min(-1_000).max(1_000).optional(),
  rows: z
    .array(z.object({ row: Code, choice: Code }))
    .max(MAX_ITEMS.choices, { error: 'field.invalid' })
    .optional(),
  text: z.string().max(20_000, { error: 'field.tooLong' }).optional(),
});

const Count = z.object({
  /** Of an option, or a value of a scale. */
  code: z.string(),
  text: z.string(),
  count: z.number().int(),
  /** Of those who answered the question, rounded. */
  percent: z.number().int(),
});

/** Results of one question. */
const QuestionResult = z.object({
  code: z.string(),
  kind: Question.shape.kind,
  title: z.string(),
  retired: z.boolean(),
  answerCount: z.number().int(),
  /** Fewer than five people answered this question of an anonymous questionnaire: nothing is shown. */
  withheld: z.boolean(),
  /** Of options, or of the values of a scale. */
  counts: z.array(Count).max(MAX_ITEMS.choices + 1),
  /** Of a scale. */
  mean: z.number().nullable(),
  leastLabel: z.string().nullable(),
  mostLabel: z.string().nullable(),
  /** Of a matrix. */
  rows: z
    .array(
      z.object({
        code: z.string(),
        text: z.string(),
        answerCount: z.number().int(),
        counts: z.array(Count).max(MAX_ITEMS.choices + 1),
      }),
    )
    .max(MAX_ITEMS.choices),
  /** Texts, also those of the option `other`; of an anonymous questionnaire in random order and without a name. */
  texts: z.array(z.object({ text: z.string(), userName: z.string().nullable() })).max(MAX_ITEMS.questionnaireTexts),
});

const Listed = z.object({
  resourceId: Id,
  questionnaireId: Id,
  title: z.string(),
  courseTitle: z.string(),
  anonymous: z.boolean(),
  answerCount: z.number().int(),
  /** Answers since the viewer opened the results. */
  newCount: z.number().int(),
});

export const questionnaire = define({
  'GET /course/auth/questionnaire/view': {
    summary: 'Get the questionnaire of a resource (contentType 5), and whether the user has filled it in',
    auth: 'enterprise',
    input: z.object({ resourceId: Id }),
    data: z.object({
      questionnaireId: Id,
      title: z.string(),
      introduction: z.string().nullable(),
      anonymous: z.boolean(),
      completed: z.boolean(),
      pages: z
        .array(
          z.object({
            code: z.string(),
            title: z.string().nullable(),
            introduction: z.string().nullable(),
            showIf: Condition.nullable(),
            questions: z.array(Question).max(MAX_ITEMS.questions),
          }),
        )
        .max(MAX_ITEMS.questionPages),
    }),
  },
  'POST /course/auth/questionnaire/submit': {
    summary: 'Submit the answers to a questionnaire, once. Completes the resource',
    auth: 'enterprise',
    input: z.object({
      resourceId: Id,
      /** The questionnaire that was shown. */
      questionnaireId: Id,
      answers: z.array(GivenAnswer).max(MAX_ITEMS.questions, { error: 'field.invalid' }),
    }),
    data: z.object({ completed: z.boolean() }),
  },
  'POST /course/auth/questionnaire/page': {
    summary: 'List questionnaires: a lecturer those of their courses, an administrator all',
    auth: 'lecturer',
    input: paged(),
    data: page(Listed),
  },
  'POST /course/auth/questionnaire/waiting/page': {
    summary: 'List questionnaires with results that the lecturer has not seen yet',
    auth: 'enterprise',
    input: paged(),
    data: WaitingPage,
  },
  'GET /course/auth/questionnaire/results/view': {
    summary: 'Get the results of a questionnaire, from five answers on',
    auth: 'lecturer',
    input: z.object({
      resourceId: Id,
      /** An earlier questionnaire of the resource. */
      questionnaireId: Id.optional(),
      /** Only of those who chose this option of this question. */
      question: Code.optional(),
      choice: Code.optional(),
    }),
    data: Listed.omit({ newCount: true }).extend({
      /** Answers in the results: those of an anonymous questionnaire enter them five at a time. */
      shownCount: z.number().int(),
      needed: z.number().int(),
      /** Members who have started the course. */
      learnerCount: z.number().int(),
      /** Number of answers that match the filter. */
      filteredCount: z.number().int(),
      /** The filter, or the rest without it, has fewer than five answers. */
      filterWithheld: z.boolean(),
      /** Questions by whose options the results can be filtered. */
      filters: z
        .array(z.object({ code: z.string(), title: z.string(), options: z.array(Choice).max(MAX_ITEMS.choices + 1) }))
        .max(MAX_ITEMS.questions),
      /** Empty while there are fewer answers than needed. */
      questions: z.array(QuestionResult).max(MAX_ITEMS.questions),
      /** All questionnaires of the resource, newest first. */
      versions: z
        .array(z.object({ questionnaireId: Id, title: z.string(), published: z.boolean() }))
        .max(MAX_ITEMS.versions),
    }),
  },
  'PUT /course/auth/questionnaire/results/see': {
    summary: 'Note that the viewer has seen the results of a questionnaire',
    auth: 'lecturer',
    input: z.object({ questionnaireId: Id }),
    data: z.object({ answerCount: z.number().int() }),
  },
  'POST /course/auth/questionnaire/results/export': {
    summary:
      'Request an export of the answers to a questionnaire; of an anonymous one without names, each question by itself',
    auth: 'lecturer',
    input: z.object({ questionnaireId: Id }),
    data: ExportRecord,
  },
});
