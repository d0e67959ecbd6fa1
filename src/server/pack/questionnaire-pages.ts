import { z } from 'zod';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import {
  type Answers,
  OTHER,
  type Question as Stored,
  type QuestionPage,
  TEXT_LENGTH,
} from '#src/contract/rules/questionnaire.ts';
import { Code, given, item, Line, list, Paragraph, Phone, Whole } from './fields.ts';

const Int = z.int('should be a whole number');
const Choice = item({ code: Code, text: Line });
const choices = (least: number) => list(Choice, MAX_ITEMS.choices).min(least, `should have at least ${least} items`);
const ShowIf = item({
  question: Code,
  /** Codes of options, any of which. */
  is: list(Code, MAX_ITEMS.choices).min(1, 'should have at least one item').optional(),
  /** Smallest and largest value of a scale. */
  from: Int.optional(),
  to: Int.optional(),
}).superRefine(
  ({ is, from, to }, context) => {
    if ((is === undefined) === (from === undefined && to === undefined))
      context.addIssue({ code: 'custom', path: [], message: 'a condition has either "is", or "from" and "to"' });
  },
  given('is', 'from', 'to'),
);

const questionShape = {
  code: Code,
  title: Line,
  hint: Paragraph.optional(),
  required: z.boolean().default(false),
  showIf: ShowIf.optional(),
};
const Question = z.discriminatedUnion('kind', [
  item({ ...questionShape, kind: z.literal('single'), options: choices(2), other: z.boolean().default(false) }),
  item({
    ...questionShape,
    kind: z.literal('several'),
    options: choices(2),
    other: z.boolean().default(false),
    least: Whole.optional(),
    most: Whole.optional(),
  }),
  item({
    ...questionShape,
    kind: z.literal('scale'),
    from: Int.min(0, 'should be from 0 to 10').max(10, 'should be from 0 to 10').default(1),
    to: Int.min(1, 'should be from 1 to 10').max(10, 'should be from 1 to 10').default(5),
    fromLabel: Line.optional(),
    toLabel: Line.optional(),
  }),
  item({ ...questionShape, kind: z.literal('matrix'), options: choices(2), rows: choices(1) }),
  item({
    ...questionShape,
    kind: z.literal('text'),
    long: z.boolean().default(false),
    maxLength: Int.min(1, 'should be at least 1')
      .max(TEXT_LENGTH.long, `should be at most ${TEXT_LENGTH.long}`)
      .optional(),
  }),
]);
export const Page = item({
  code: Code,
  title: Line.optional(),
  introduction: Paragraph.optional(),
  showIf: ShowIf.optional(),
  questions: list(Question, MAX_ITEMS.questions).min(1, 'should have at least one item'),
});

const Other = z.union([Paragraph, list(Code, MAX_ITEMS.choices)]);
const Value = z.union([Paragraph, z.number(), list(Code, MAX_ITEMS.choices), z.record(Code, Other)]);
/** Answers by code of the question: an option, options, a value, a text, or options by row of a matrix. */
export const Sheet = item({ phone: Phone.optional(), values: z.record(Code, Value) });

export type PackPage = z.infer<typeof Page>;
type PackQuestion = PackPage['questions'][number];

const condition = (showIf: PackPage['showIf']): Stored['showIf'] =>
  showIf
    ? { question: showIf.question, is: showIf.is ?? null, from: showIf.from ?? null, to: showIf.to ?? null }
    : null;

/** Returns the pages as they are stored. */
export const storedPages = (pages: PackPage[]): QuestionPage[] =>
  pages.map(({ code, title, introduction, showIf, questions }) => ({
    ...{ code, title: title ?? null, introduction: introduction ?? null, showIf: condition(showIf) },
    questions: questions.map(storedQuestion),
  }));

function storedQuestion(question: PackQuestion): Stored {
  const isScale = question.kind === 'scale';
  return {
    ...{ code: question.code, kind: question.kind, title: question.title, hint: question.hint ?? null },
    ...{ required: question.required, showIf: condition(question.showIf), retired: false },
    options: 'options' in question ? question.options : [],
    rows: 'rows' in question ? question.rows : [],
    other: 'other' in question && question.other,
    least: isScale ? question.from : 'least' in question ? (question.least ?? null) : null,
    most: isScale ? question.to : 'most' in question ? (question.most ?? null) : null,
    leastLabel: isScale ? (question.fromLabel ?? null) : null,
    mostLabel: isScale ? (question.toLabel ?? null) : null,
    long: question.kind === 'text' && question.long,
    maxLength: question.kind === 'text' ? (question.maxLength ?? null) : null,
  };
}

/** Returns initial answers as they are stored. A value that does not fit the kind of its question is left as it is. */
export function storedAnswers(pages: QuestionPage[], values: z.infer<typeof Sheet>['values']): Answers {
  const answers: Answers = {};
  for (const { code, kind } of pages.flatMap(({ questions }) => questions)) {
    const value = values[code];
    if (value === undefined) continue;
    const isMap = typeof value === 'object' && !Array.isArray(value);
    if (kind === 'scale') answers[code] = { value: Number(value) };
    else if (kind === 'text') answers[code] = { text: String(value) };
    else if (kind === 'matrix')
      answers[code] = { rows: Object.entries(value).map(([row, choice]) => ({ row, choice: String(choice) })) };
    else if (isMap) {
      const chosen = [value['chosen'] ?? []].flat();
      answers[code] = { chosen: [...chosen, OTHER], other: String(value[OTHER] ?? '') };
    } else answers[code] = { chosen: [value].flat().map(String) };
  }
  return answers;
}
