import { z } from 'zod';
import {
  Code,
  Decimal,
  given,
  isOrdered,
  item,
  Line,
  list,
  Moment,
  Paragraph,
  Whole,
} from '#src/server/content/fields.ts';

/** A paper travels whole, to the hall and to the review: these bounds keep it a few megabytes at most. */
const MAX_QUESTIONS = 300;
const MAX_SHORT = 50;
const MAX_BLANKS = 20;

const questionShape = {
  code: Code,
  difficulty: z.literal([1, 2, 3, 4]),
  stem: Paragraph,
  analysis: Paragraph,
};
const OptionKey = z.string().regex(/^[A-H]$/, 'should be a letter from A to H');
const Options = z.array(item({ key: OptionKey, text: Paragraph })).min(2, 'should have at least two items');
export const Question = z
  .discriminatedUnion('type', [
    item({ ...questionShape, type: z.literal('single'), options: Options, answer: OptionKey }),
    item({
      ...questionShape,
      type: z.literal('multiple'),
      options: Options,
      answer: z.array(OptionKey).min(2, 'a multiple choice has at least two right options'),
    }),
    item({ ...questionShape, type: z.literal('judge'), answer: z.boolean() }),
    item({
      ...questionShape,
      type: z.literal('blank'),
      answer: z
        .array(z.array(Line).min(1, 'each blank accepts at least one answer'))
        .min(1, 'should not be empty')
        .max(MAX_BLANKS, `should have at most ${MAX_BLANKS} blanks`),
    }),
    item({ ...questionShape, type: z.literal('short'), answer: Paragraph }),
  ])
  .superRefine(
    (question, context) => {
      const wrong = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message });
      if (question.type === 'blank') {
        const blanks = question.stem.match(/_{4,}/g)?.length ?? 0;
        if (blanks !== question.answer.length) {
          wrong('answer', `the stem marks ${blanks} blank(s) with ____ but ${question.answer.length} have answers`);
        }
      }
      if (question.type === 'single' || question.type === 'multiple') {
        const keys = question.options.map((option) => option.key);
        if (new Set(keys).size !== keys.length) wrong('options', 'each option needs its own key');
        const answers = [question.answer].flat();
        for (const answer of answers) {
          if (!keys.includes(answer))
            wrong('answer', `the answer "${answer}" is not one of the options ${keys.join(', ')}`);
        }
        if (new Set(answers).size !== answers.length) wrong('answer', 'the answer names the same option twice');
      }
    },
    given('type', 'stem', 'options', 'answer'),
  );
export const Bank = item({
  code: Code,
  title: Line,
  questions: list(Question, 5_000).min(1, 'should have at least one item'),
});

const Section = item({
  title: Line,
  bank: Code,
  type: z.enum(['single', 'multiple', 'judge', 'blank', 'short']),
  count: z.int('should be a whole number').min(1, 'should be at least 1'),
  scoreEach: z.int('should be a whole number').min(1, 'should be at least 1'),
});
export const Exam = item({
  code: Code,
  title: Line,
  intro: Paragraph,
  course: Code.optional(),
  limitMinutes: z.int('should be a whole number').min(1, 'should be at least 1').max(600, 'should be at most 600'),
  windowStart: Moment,
  windowEnd: Moment,
  passScore: Whole,
  maxAttempts: z.int('should be a whole number').min(1, 'should be at least 1'),
  shuffleQuestions: z.boolean().default(true),
  shuffleOptions: z.boolean().default(true),
  sections: list(Section, 50).min(1, 'should have at least one item'),
  reviewPolicy: z.enum(['immediately', 'after_window', 'never']).default('immediately'),
  switchPolicy: z.enum(['none', 'warn', 'limit', 'at_once']).default('none'),
  switchLimit: z
    .int('should be a whole number')
    .min(1, 'should be at least 1')
    .max(100, 'should be at most 100')
    .optional(),
  credits: Decimal.default('0'),
  points: Whole.default(0),
  certificate: Code.optional(),
}).superRefine(
  (exam, context) => {
    const total = exam.sections.reduce((sum, section) => sum + section.count * section.scoreEach, 0);
    if (exam.passScore > total) {
      context.addIssue({
        code: 'custom',
        path: ['passScore'],
        message: `should not be above the full score of ${total}`,
      });
    }
    const questions = exam.sections.reduce((sum, section) => sum + section.count, 0);
    const short = exam.sections.reduce((sum, { type, count }) => sum + (type === 'short' ? count : 0), 0);
    if (questions > MAX_QUESTIONS || short > MAX_SHORT) {
      context.addIssue({
        code: 'custom',
        path: ['sections'],
        message: `should draw at most ${MAX_QUESTIONS} questions, and at most ${MAX_SHORT} short ones`,
      });
    }
    if (exam.switchPolicy === 'limit' && exam.switchLimit === undefined) {
      context.addIssue({ code: 'custom', path: ['switchPolicy'], message: 'the policy "limit" needs "switchLimit"' });
    }
    if (!isOrdered(exam.windowStart, exam.windowEnd)) {
      context.addIssue({ code: 'custom', path: ['windowEnd'], message: 'should be later than windowStart' });
    }
  },
  given('sections', 'passScore', 'switchPolicy', 'switchLimit', 'windowStart', 'windowEnd'),
);

export type Bank = z.infer<typeof Bank>;
export type Exam = z.infer<typeof Exam>;
