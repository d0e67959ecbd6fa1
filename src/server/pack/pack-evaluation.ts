import { z } from 'zod';
import { RUBRIC_LIMITS } from '#src/contract/rules/evaluation.ts';
import { Code, given, item, Line, list, Moment, Paragraph, Phone } from './fields.ts';

const Points = z.int('should be a whole number').min(0, 'should be from 0 to 100').max(100, 'should be from 0 to 100');
const Level = item({ points: Points, title: Line, description: Paragraph.optional() });
const Criterion = item({
  code: Code,
  title: Line,
  description: Paragraph,
  /** Percent; the weights of a rubric add up to 100. */
  weight: z.int('should be a whole number').min(1, 'should be from 1 to 100').max(100, 'should be from 1 to 100'),
  /** Without levels, any number of points from 0 to 100 is given. */
  levels: list(Level, RUBRIC_LIMITS.levels).default([]),
}).superRefine(({ levels }, context) => {
  for (const [i, { points }] of levels.entries()) {
    if (levels.findIndex((level) => level.points === points) < i)
      context.addIssue({ code: 'custom', path: ['levels', i, 'points'], message: 'two levels have the same points' });
  }
}, given('levels'));
/** Weighted criteria by which practical operations, job evaluations and assessments are scored. */
export const Rubric = item({
  code: Code,
  title: Line,
  passMark: Points.default(60),
  criteria: list(Criterion, RUBRIC_LIMITS.criteria).min(1, 'should have at least one item'),
}).superRefine(({ criteria }, context) => {
  const sum = criteria.reduce((total, { weight }) => total + weight, 0);
  if (sum !== 100)
    context.addIssue({ code: 'custom', path: ['criteria'], message: `the weights add up to ${sum}, not to 100` });
  for (const [i, { code }] of criteria.entries()) {
    if (criteria.findIndex((each) => each.code === code) < i)
      context.addIssue({
        code: 'custom',
        path: ['criteria', i, 'code'],
        message: `criterion "${code}" is there twice`,
      });
  }
}, given('criteria'));
export const Rubrics = z.array(Rubric);

/** How often it can be tried until it is passed. */
const Tries = z
  .int('should be a whole number')
  .min(1, `should be from 1 to ${RUBRIC_LIMITS.tries}`)
  .max(RUBRIC_LIMITS.tries, `should be from 1 to ${RUBRIC_LIMITS.tries}`)
  .default(2);

/** Of a resource with contentType 7. */
export const PracticeForm = item({
  rubric: Code,
  /** Phones of the assessors, who all assess; default: the lecturer of the course. */
  assessors: list(Phone, RUBRIC_LIMITS.assessors).default([]),
  tries: Tries,
});
/** Of a resource with contentType 8. */
export const JobForm = item({
  rubric: Code,
  /** Phone of the superior; default: the head of the learner's department. */
  superior: Phone.optional(),
  tries: Tries,
});

const Points0 = z.record(Code, Points);
/** A job evaluation that has begun before the import. How far it is follows from its keys. */
export const InitialEvaluation = item({
  course: Code,
  resource: Code,
  phone: Phone,
  at: Moment,
  /** Points by criterion. */
  self: Points0,
  selfComment: Paragraph.optional(),
  superior: Points0.optional(),
  superiorComment: Paragraph.optional(),
  talk: Paragraph.optional(),
  confirmed: z.boolean().default(false),
}).superRefine(
  ({ superior, talk, confirmed }, context) => {
    const wrong = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message });
    if (talk !== undefined && superior === undefined)
      wrong('talk', 'a talk comes after the assessment of the superior');
    if (confirmed && talk === undefined) wrong('confirmed', 'both confirm after the talk');
  },
  given('superior', 'talk', 'confirmed'),
);
export const InitialEvaluations = z.array(InitialEvaluation);

export type Rubric = z.infer<typeof Rubric>;
export type InitialEvaluation = z.infer<typeof InitialEvaluation>;

/** Returns the code of the form of a task item. */
export const taskFormCode = (task: string, rubricCode: string) => `task:${task}:${rubricCode}`;
