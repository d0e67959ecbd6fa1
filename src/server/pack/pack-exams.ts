import { z } from 'zod';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import {
  Code,
  Decimal,
  Department,
  given,
  isOrdered,
  item,
  Line,
  list,
  Moment,
  Paragraph,
  Phone,
  Whole,
  YesNo,
} from './fields.ts';

/** A paper is sent to clients as a whole: these limits keep it below a few megabytes. */
const MAX_QUESTIONS = 300;
const MAX_SHORT = 50;
const MAX_BLANKS = 20;
const MAX_TAGS = 10;

const OptionKey = z.string().regex(/^[A-H]$/, 'should be a letter from A to H');
const Options = z.array(item({ key: OptionKey, text: Paragraph })).min(2, 'should have at least two items');
const Translation = item({ stem: Paragraph, options: Options.optional(), analysis: Paragraph });
const questionShape = {
  code: Code,
  difficulty: z.literal([1, 2, 3, 4]),
  topic: Line.optional(),
  tags: z.array(Line).max(MAX_TAGS, `should have at most ${MAX_TAGS} items`).default([]),
  stem: Paragraph,
  analysis: Paragraph,
  translation: Translation.optional(),
};
/** A criterion by which markers give points. */
const Criterion = item({
  text: Line,
  points: z
    .number('should be a number')
    .min(0, 'should not be negative')
    .max(1000, 'should be at most 1000')
    .multipleOf(0.01, 'should have at most two decimals'),
});
export const Question = z
  .discriminatedUnion('type', [
    item({ ...questionShape, type: z.literal('single'), options: Options, answer: OptionKey }),
    item({
      ...questionShape,
      type: z.literal('multiple'),
      options: Options,
      answer: z.array(OptionKey).min(2, 'a multiple choice has at least two right options'),
    }),
    item({ ...questionShape, type: z.literal('judge'), answer: YesNo }),
    item({
      ...questionShape,
      type: z.literal('blank'),
      answer: z
        .array(z.array(Line).min(1, 'each blank accepts at least one answer'))
        .min(1, 'should not be empty')
        .max(MAX_BLANKS, `should have at most ${MAX_BLANKS} blanks`),
    }),
    item({
      ...questionShape,
      type: z.literal('short'),
      answer: Paragraph,
      criteria: list(Criterion, MAX_ITEMS.criteria).optional(),
    }),
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
      const keysOf = (options: { key: string }[] = []) => options.map(({ key }) => key).join();
      if (question.translation) {
        const { stem, options } = question.translation;
        if (keysOf(options) !== keysOf('options' in question ? question.options : []))
          wrong('translation', 'the translation needs the same options, in the same order');
        if (question.type === 'blank' && (stem.match(/_{4,}/g)?.length ?? 0) !== question.answer.length)
          wrong('translation', 'the stem of the translation needs the same number of blanks ____');
      }
    },
    given('type', 'stem', 'options', 'answer', 'translation'),
  );
export const Bank = item({
  code: Code,
  title: Line,
  /** Who may practise its questions. */
  practice: z.enum(['none', 'members', 'audience']).default('none'),
  questions: list(Question, 5_000).min(1, 'should have at least one item'),
});

const AtLeastOne = z.int('should be a whole number').min(1, 'should be at least 1');
const Section = item({
  title: Line,
  bank: Code,
  type: z.enum(['single', 'multiple', 'judge', 'blank', 'short']),
  difficulty: z.literal([1, 2, 3, 4]).optional(),
  topic: Line.optional(),
  tag: Line.optional(),
  count: AtLeastOne,
  scoreEach: AtLeastOne,
  limitMinutes: AtLeastOne.optional(),
});
/** A question of a fixed paper. */
const Chosen = item({ section: Line, bank: Code, question: Code, score: AtLeastOne });
type Parts = { sections: { count: number; scoreEach: number }[]; questions: { score: number }[] };
const totalOf = ({ sections, questions }: Parts) =>
  sections.reduce((sum, { count, scoreEach }) => sum + count * scoreEach, 0) +
  questions.reduce((sum, { score }) => sum + score, 0);
const Resit = item({ windowStart: Moment, windowEnd: Moment, attempts: AtLeastOne.default(1) });
export const Exam = item({
  code: Code,
  title: Line,
  intro: Paragraph,
  course: Code.optional(),
  limitMinutes: z.int('should be a whole number').min(1, 'should be at least 1').max(600, 'should be at most 600'),
  windowStart: Moment,
  windowEnd: Moment,
  passScore: Whole,
  maxAttempts: AtLeastOne,
  waitMinutes: Whole.default(0),
  countedAttempt: z.enum(['best', 'last', 'first']).default('best'),
  stopAfterPass: z.boolean().default(true),
  resits: list(Resit, 10).default([]),
  audience: z.enum(['everyone', 'departments', 'task', 'course']).default('everyone'),
  departments: list(Department, 100).default([]),
  equalDifficulty: z.boolean().default(false),
  shuffleQuestions: z.boolean().default(true),
  shuffleOptions: z.boolean().default(true),
  sections: list(Section, 50).default([]),
  questions: list(Chosen, MAX_QUESTIONS).default([]),
  reviewPolicy: z.enum(['immediately', 'after_last', 'after_window', 'never']).default('after_last'),
  reviewEarly: z.boolean().default(false),
  switchPolicy: z.enum(['none', 'warn', 'limit', 'at_once']).default('none'),
  switchLimit: z
    .int('should be a whole number')
    .min(1, 'should be at least 1')
    .max(100, 'should be at most 100')
    .optional(),
  switchDwellSeconds: z
    .int('should be a whole number')
    .min(0, 'should be at least 0')
    .max(30, 'should be at most 30')
    .default(3),
  markers: z.int('should be a whole number').min(1, 'should be 1 or 2').max(2, 'should be 1 or 2').default(1),
  markTolerance: Decimal.default('0'),
  markStep: z.literal([0.01, 0.1, 0.5, 1]).default(0.01),
  blindMarking: z.boolean().default(false),
  publishMarks: z.enum(['at_once', 'together']).default('at_once'),
  /** `only`: a mock exam, which is not published. */
  practice: z.enum(['none', 'also', 'only']).default('none'),
  markerGroup: z.enum(['lecturers', 'course', 'named']).default('lecturers'),
  namedMarkers: list(Phone, MAX_ITEMS.examMarkers).default([]),
  appealDays: Whole.max(3650, 'should be at most 3650').default(30),
  credits: Decimal.default('0'),
  points: Whole.default(0),
  certificate: Code.optional(),
  certificateWay: z.enum(['automatic', 'manual']).default('automatic'),
  certificateScore: Whole.optional(),
  certificateMonths: AtLeastOne.max(600, 'should be at most 600').optional(),
  certificateCourses: list(Code, 20).default([]),
}).superRefine(
  (exam, context) => {
    const wrong = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message });
    if ((exam.sections.length === 0) === (exam.questions.length === 0))
      wrong('sections', 'an exam has either "sections", which are drawn, or the "questions" of a fixed paper');
    if (exam.audience === 'course' && exam.course === undefined)
      wrong('audience', 'the audience "course" needs "course"');
    if (exam.audience === 'departments' && exam.departments.length === 0)
      wrong('audience', 'the audience "departments" needs "departments"');
    const total = totalOf(exam);
    if ((exam.certificateScore ?? 0) > total)
      wrong('certificateScore', `should not be above the full score of ${total}`);
    if (exam.markerGroup === 'course' && exam.course === undefined)
      wrong('markerGroup', 'the marker group "course" needs "course"');
    if ((exam.markerGroup === 'named') !== exam.namedMarkers.length > 0)
      wrong('markerGroup', 'the marker group "named" goes with "namedMarkers"');
    const times = exam.sections.reduce((sum, { limitMinutes = 0 }) => sum + limitMinutes, 0);
    if (times > exam.limitMinutes) wrong('limitMinutes', `should be at least ${times}, the times of the sections`);
    let end = exam.windowEnd;
    for (const resit of exam.resits) {
      if (isOrdered(resit.windowStart, end) || !isOrdered(resit.windowStart, resit.windowEnd))
        wrong('resits', 'a resit starts after the window before it has ended, and ends after its start');
      end = resit.windowEnd;
    }
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
  given(
    'sections',
    'questions',
    'resits',
    'audience',
    'limitMinutes',
    'passScore',
    'certificateScore',
    'markerGroup',
    'namedMarkers',
    'switchPolicy',
    'switchLimit',
    'windowStart',
    'windowEnd',
  ),
);

export type Bank = z.infer<typeof Bank>;
export type Question = z.infer<typeof Question>;
export type Exam = z.infer<typeof Exam>;
