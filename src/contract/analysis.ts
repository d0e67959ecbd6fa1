import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { Amount, Id, Instant, page, paged, sorted, whole } from './common.ts';
import { define } from './define.ts';
import { ExamState, QuestionType } from './exam-parts.ts';
import { ExportRecord } from './export.ts';

const Keyword = z.string().trim().max(100, { error: 'field.tooLong' }).optional();
/** A calendar date in the tenant's time zone. */
const Day = z.iso.date({ error: 'field.invalid' }).max(10, { error: 'field.invalid' });
const ByExam = z.object({ examId: Id });

/** Which marked attempts count: one of each person, by default the first, so that repetition does not distort the figures. */
const Counted = ByExam.extend({
  counting: z.enum(['first', 'last', 'best']).default('first'),
  /** First and last day on which the attempts were submitted. */
  from: Day.optional(),
  to: Day.optional(),
});

const Exam = z.object({
  examId: Id,
  title: z.string(),
  windowStart: Instant,
  windowEnd: Instant,
  passScore: Amount,
});

/** A figure that is null when there are too few attempts for it, or when it is not defined. */
const Figure = z.number().nullable();
const Group = z.object({ upper: z.number().int(), middle: z.number().int(), lower: z.number().int() });

const Option = z.object({
  /** Null for options of an earlier wording of the question. */
  text: z.string().nullable(),
  /** `true` and `false` of a judgement. */
  value: z.enum(['true', 'false']).nullable(),
  isRight: z.boolean(),
  count: z.number().int(),
  groups: Group,
});

const Item = z.object({
  questionId: Id,
  /** Its version; null for papers that were drawn before versions were kept. */
  version: z.number().int().nullable(),
  number: z.number().int(),
  code: z.string().nullable(),
  type: QuestionType,
  section: z.string(),
  stem: z.string(),
  maxScore: z.number(),
  /** Attempts with a mark for this question: in drawn papers fewer than all. */
  count: z.number().int(),
  omitted: z.number().int(),
  groupSizes: Group,
  /** Mean score as a share of the full score, 0 to 1. */
  facility: Figure,
  /** Facility in the upper 27 % minus facility in the lower 27 %, -1 to 1. */
  discrimination: Figure,
  /** Correlation of the score with the score of the other questions, -1 to 1. */
  pointBiserial: Figure,
  /** Mean time between the previous save and the last save of the answer, estimated; null without such times. */
  seconds: Figure,
  timedCount: z.number().int(),
  flags: z
    .array(
      z.enum([
        'tooEasy',
        'tooHard',
        'negative',
        'weak',
        'strongDistractor',
        'unusedOption',
        'oftenOmitted',
        'fewAnswers',
        // Void by a regrade.
        'fullForAll',
        'notCounted',
      ]),
    )
    .max(8),
  /** The viewer may not see right answers of this question now: neither options nor flags are shown. */
  withheld: z.boolean(),
  /** Of choices and judgements. */
  options: z.array(Option).max(MAX_ITEMS.analysedOptions),
});

const Analysis = Exam.extend({
  counting: z.enum(['first', 'last', 'best']),
  /** The figures of an exam with many attempts are computed from time to time: later changes are not in them. Null: current. */
  asOf: Instant.nullable(),
  /** People of whom an attempt counts. */
  count: z.number().int(),
  /** Attempts from which discrimination, reliability and flags are shown, and from which they are dependable. */
  leastCount: z.number().int(),
  dependableCount: z.number().int(),
  meanScore: Figure,
  meanPercent: Figure,
  medianPercent: Figure,
  standardDeviation: Figure,
  passRate: Figure,
  meanSeconds: Figure,
  /** Whether all counted attempts have the same questions: reliability is defined for these only. */
  samePaper: z.boolean(),
  alpha: Figure,
  standardError: Figure,
  /** Attempts by percentage of the full score: 0–9, 10–19, … 90–100. */
  histogram: z.array(z.number().int()).max(10),
  items: z.array(Item).max(MAX_ITEMS.analysedQuestions),
});

const Counts = z.object({
  /** People who have the exam as a task or in a course, or have taken it. */
  audience: z.number().int(),
  taken: z.number().int(),
  passed: z.number().int(),
  failed: z.number().int(),
  awaitingMarking: z.number().int(),
  /** Have not started, and the window is over. */
  absent: z.number().int(),
  /** Have not started, and still can. */
  waiting: z.number().int(),
  /** With more than one attempt. */
  resits: z.number().int(),
  certificates: z.number().int(),
  /** Passed among those with a final result, 0 to 1. */
  passRate: Figure,
  /** Mean of the best scores. */
  meanScore: Figure,
});

/** Results of one window or period; each of them leaves out what is outside. */
const Results = ByExam.extend({
  /** 0: the window of the exam itself, else the number of the resit. */
  window: whole(0, MAX_ITEMS.examResits).optional(),
  /** First and last day on which attempts were submitted; people without such an attempt are left out. */
  from: Day.optional(),
  to: Day.optional(),
});

const CandidateFilter = Results.extend({
  /** Its path; members of the departments below it are included. */
  department: z.string().max(200, { error: 'field.tooLong' }).optional(),
  examState: ExamState.optional(),
  /** `none`: people without a valid certificate of the exam. */
  certificate: z.enum(['none', 'held', 'revoked']).optional(),
  keyword: Keyword,
});

const Candidate = z.object({
  userId: Id,
  userName: z.string(),
  department: z.string().nullable(),
  examState: ExamState,
  attempts: z.number().int(),
  firstScore: Amount.nullable(),
  bestScore: Amount.nullable(),
  submittedAt: Instant.nullable(),
  certificateNo: z.string().nullable(),
  certificateRevoked: z.boolean(),
});

export const analysis = define({
  'POST /exam/auth/exam/analysis/page': {
    summary: 'List the exams that the user manages or marks, with the number of their attempts, latest window first',
    auth: 'exams.read',
    input: paged(10).extend({ keyword: Keyword }),
    data: page(Exam.extend({ attempts: z.number().int(), people: z.number().int() })),
  },
  'GET /exam/auth/exam/analysis/view': {
    summary:
      'Get the item analysis of an exam: difficulty, discrimination and distractors of each question, reliability',
    auth: 'exams.read',
    input: Counted,
    data: Analysis,
  },
  'GET /exam/auth/exam/analysis/results/view': {
    summary: 'Get the results of an exam by department',
    auth: 'exams.read',
    input: Results,
    data: Exam.extend({
      /** Windows for those who have not passed, by number from 1 on. */
      resits: z
        .array(z.object({ windowStart: Instant, windowEnd: Instant, attempts: z.number().int() }))
        .max(MAX_ITEMS.examResits),
      /** The kind of certificate that the exam earns. */
      certificateId: Id.nullable(),
      total: Counts,
      /** With everybody in the departments below; at most the first ones by path. */
      departments: z
        .array(Counts.extend({ department: z.string(), depth: z.number().int() }))
        .max(MAX_ITEMS.resultDepartments),
    }),
  },
  'POST /exam/auth/exam/analysis/candidate/page': {
    summary: 'List the people of an exam with their state, score and certificate, by department and name',
    auth: 'exams.read',
    input: paged(10).extend({
      ...CandidateFilter.shape,
      sort: sorted('userName', 'attempts', 'firstScore', 'bestScore', 'submittedAt'),
    }),
    data: page(Candidate),
  },
  'POST /exam/auth/exam/analysis/candidate/export': {
    summary: 'Request an export of the people of an exam with their state, score and certificate',
    auth: 'exams.read',
    input: CandidateFilter,
    data: ExportRecord,
  },
  'POST /exam/auth/exam/analysis/question/export': {
    summary: 'Request an export of the item analysis of an exam',
    auth: 'exams.read',
    input: Counted,
    data: ExportRecord,
  },
});
