import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { Amount, ById, Id, Instant, page, paged, saveOf, SeenRevision, sorted, whole } from './common.ts';
import { define } from './define.ts';
import { QuestionType, SwitchPolicy } from './exam-parts.ts';

const Text = (max: number) =>
  z.string().trim().min(1, { error: 'field.required' }).max(max, { error: 'field.tooLong' });
const Moment = z.iso.datetime({ offset: true, error: 'field.invalid' }).max(40);
const Score = z.number({ error: 'field.invalid' }).min(0).max(10_000).multipleOf(0.01);
const Difficulty = whole(1, 4);

/** A part of a drawn paper: how many questions of a bank, and which ones. Null: any. */
const Section = z.object({
  title: Text(100),
  bankId: Id,
  type: QuestionType,
  difficulty: Difficulty.nullable(),
  topic: z.string().trim().max(200).nullable(),
  tag: z.string().trim().max(100).nullable(),
  count: whole(1, 300),
  scoreEach: Score,
  /** Time of this part, seconds; null: until the end. */
  limitSeconds: whole(60, 36_000).nullable(),
});

const settings = {
  title: Text(200),
  intro: z.string().trim().max(5_000, { error: 'field.tooLong' }).nullable(),
  courseId: Id.nullable(),
  /** Seconds. */
  limitSeconds: whole(60, 36_000),
  passScore: Score,
  maxAttempts: whole(1, 100),
  /** Time between attempts, seconds. */
  waitSeconds: whole(0, 31_536_000),
  countedAttempt: z.enum(['best', 'last', 'first']),
  stopAfterPass: z.boolean(),
  reviewPolicy: z.enum(['immediately', 'after_last', 'after_window', 'never']),
  /** Reviews open although an attempt that counts is left. */
  reviewEarly: z.boolean(),
  switchPolicy: SwitchPolicy,
  switchLimit: whole(0, 100),
  audience: z.enum(['everyone', 'departments', 'task', 'course']),
  paperKind: z.enum(['drawn', 'fixed']),
  equalDifficulty: z.boolean(),
  shuffleQuestions: z.boolean(),
  shuffleOptions: z.boolean(),
  certificateId: Id.nullable(),
  /** `automatic`: issued once the conditions below hold; `manual`: to people chosen from the results. */
  certificateWay: z.enum(['automatic', 'manual']).default('automatic'),
  /** Score from which it is issued; null: with every pass. */
  certificateScore: Score.nullable().default(null),
  /** Validity, months; null: that of its kind. */
  certificateMonths: whole(1, 600).nullable().default(null),
  /** Courses and tasks that must be complete. */
  certificateCourses: z.array(Id).max(MAX_ITEMS.certificateNeeds).default([]),
  certificateTasks: z.array(Id).max(MAX_ITEMS.certificateNeeds).default([]),
  departments: z.array(Text(200)).max(MAX_ITEMS.examTargets),
};

/** How short answers are marked (decision 060). */
const marking = {
  /** Markers of each answer: 1 or 2. */
  markers: whole(1, 2),
  /** Two marks that differ by more points need a third marker. */
  markTolerance: Score,
  /** Marks are multiples of it. */
  markStep: Score.refine((step) => [0.01, 0.1, 0.5, 1].includes(step), {
    error: 'field.invalid',
  }),
  blindMarking: z.boolean(),
  publishMarks: z.enum(['at_once', 'together']),
  /** Who marks besides administrators: all lecturers, the lecturer of the course, or `markerIds`. */
  markerGroup: z.enum(['lecturers', 'course', 'named']),
  markerIds: z.array(Id).max(MAX_ITEMS.examMarkers),
  /** Days in which candidates can appeal against marks; 0: they cannot. */
  appealDays: whole(0, 3650),
};

const Question = z.object({
  questionId: Id,
  type: QuestionType,
  difficulty: z.number(),
  topic: z.string().nullable(),
  stem: z.string(),
});

/** The settings of an exam as they are stored. */
const Stored = z.object({
  ...settings,
  ...marking,
  markTolerance: Amount,
  markStep: Amount,
  /** Answers of the exam wait for marks and some have one: `markers`, tolerance and step are fixed until then. */
  marksGiven: z.boolean(),
  id: Id,
  /** To be sent when the exam is saved. */
  revision: z.number(),
  published: z.boolean(),
  practice: z.boolean(),
  windowStart: Instant,
  windowEnd: Instant,
  passScore: Amount,
  certificateScore: Amount.nullable(),
  credits: Amount,
  points: Amount,
  running: z.number(),
  sections: z.array(Section.extend({ scoreEach: Amount })).max(MAX_ITEMS.examSections),
  questions: z.array(Question.extend({ section: z.string(), score: Amount })).max(MAX_ITEMS.examQuestions),
  resits: z
    .array(z.object({ windowStart: Instant, windowEnd: Instant, attempts: z.number() }))
    .max(MAX_ITEMS.examResits),
});

export const examAdmin = define({
  'POST /exam/auth/exam/admin/page': {
    summary:
      'List the exams that one manages, latest window first, deleted ones by their deletion: all for administrators, those of their courses for lecturers',
    auth: 'exams.manage',
    input: paged(10).extend({
      keyword: z.string().trim().max(100).optional(),
      published: z.boolean().optional(),
      /** Those that were deleted and can be restored, instead of the others. */
      deleted: z.boolean().optional(),
      sort: sorted('title', 'windowStart', 'windowEnd'),
    }),
    data: page(
      z.object({
        id: Id,
        title: z.string(),
        published: z.boolean(),
        windowStart: Instant,
        windowEnd: Instant,
        paperKind: z.enum(['drawn', 'fixed']),
        audience: settings.audience,
        questionCount: z.number(),
        /** Members with an attempt; attempts in progress. */
        takers: z.number(),
        running: z.number(),
        deletedAt: Instant.nullable(),
      }),
    ),
  },
  'GET /exam/auth/exam/admin/view': {
    summary: 'Get the settings of an exam',
    auth: 'exams.manage',
    input: ById,
    data: Stored,
  },
  'GET /exam/auth/exam/admin/former': {
    summary:
      'Get the settings that an entry of the history of an exam has changed, as they were before; nothing is changed',
    auth: 'exams.manage',
    input: ById.extend({ entryId: Id.meta({ description: 'of `POST /data/auth/history/page`' }) }),
    data: z.object({
      values: z.record(z.string(), z.unknown()).meta({
        description: 'by name, as in `GET /exam/auth/exam/admin/view`; without those whose values were not kept',
      }),
      lostQuestions: z.number().int().meta({ description: 'questions that were left out, as they are deleted' }),
    }),
  },
  'POST /exam/auth/exam/admin/save': {
    summary:
      'Create an exam, which is not published yet, or change one; attempts in progress never lose time; for lecturers rewards and certificate stay as they are',
    auth: 'exams.manage',
    input: saveOf(
      z.object({
        ...settings,
        /** Open for practice; default: as it is. */
        practice: z.boolean().optional(),
        /** Missing: as they are, or the defaults. */
        ...z.object(marking).partial().shape,
        /** Missing: a new one. */
        id: Id.optional(),
        revision: SeenRevision,
        windowStart: Moment,
        windowEnd: Moment,
        credits: Score,
        points: whole(0, 100_000),
        sections: z.array(Section).max(MAX_ITEMS.examSections),
        questions: z.array(z.object({ questionId: Id, section: Text(100), score: Score })).max(MAX_ITEMS.examQuestions),
        resits: z
          .array(z.object({ windowStart: Moment, windowEnd: Moment, attempts: whole(1, 100) }))
          .max(MAX_ITEMS.examResits),
      }),
    ),
    /** `extended`: attempts in progress that got more time. */
    data: Stored.extend({ extended: z.number() }),
  },
  'PUT /exam/auth/exam/admin/publish': {
    summary: 'Publish an exam whose paper can be filled, or withdraw it; attempts in progress go on',
    auth: 'exams.manage',
    input: ById.extend({ published: z.boolean() }),
    data: z.object({ published: z.boolean(), revision: z.number() }),
  },
  'GET /exam/auth/exam/admin/uses': {
    summary: 'Count the people who have sat an exam, and the courses, tasks and learning projects that contain it',
    auth: 'exams.manage',
    input: ById,
    data: z.object({ takers: z.number(), courses: z.number(), tasks: z.number(), projects: z.number() }),
  },
  'PUT /exam/auth/exam/admin/delete': {
    summary: 'Delete an exam that nobody is sitting, or restore it within 30 days; its results stay',
    auth: 'exams.manage',
    input: ById.extend({ deleted: z.boolean() }),
    data: z.object({ deleted: z.boolean() }),
  },
  'POST /exam/auth/exam/admin/schedule/view': {
    summary: 'Get the windows of exams in a period, and how many candidates are expected at the same time',
    auth: 'exams.manage',
    input: z
      .object({ from: Moment, to: Moment })
      .refine(({ from, to }) => new Date(to) > new Date(from), { path: ['to'], error: 'field.endsBeforeStart' }),
    data: z.object({
      windows: z
        .array(
          z.object({
            ...{ id: Id, title: z.string(), published: z.boolean() },
            /** 0: the window of the exam; else the number of the resit. */
            number: z.number(),
            ...{ starts: Instant, ends: Instant, limitSeconds: z.number() },
            /** Who can sit it, and how many are expected at the same time. */
            ...{ people: z.number(), expected: z.number() },
          }),
        )
        .max(MAX_ITEMS.scheduledWindows),
      /** Of published exams, in order; times without any are left out. */
      load: z
        .array(
          z.object({
            ...{ starts: Instant, ends: Instant, expected: z.number() },
            titles: z.array(z.string()).max(MAX_ITEMS.scheduledTitles),
          }),
        )
        .max(MAX_ITEMS.scheduleTimes),
      peak: z.number(),
      isPartial: z.boolean(),
    }),
  },
  'POST /exam/auth/exam/admin/trial/start': {
    summary:
      'Start a trial sitting of an exam in the real hall, also of a draft, or continue it; figures, rewards and lists leave it out',
    auth: 'exams.manage',
    input: ById,
    data: z.object({ attemptId: Id, resumed: z.boolean() }),
  },
  'GET /exam/auth/exam/admin/check': {
    summary: 'Check whether the banks fill the paper, and how alike two papers are',
    auth: 'exams.manage',
    input: ById,
    data: z.object({
      paperKind: z.enum(['drawn', 'fixed']),
      parts: z
        .array(
          z.object({
            ...{ title: z.string(), count: z.number() },
            /** Questions that fit, also those that other parts draw from, and how many are lacking. */
            available: z.number(),
            lacks: z.number(),
          }),
        )
        .max(MAX_ITEMS.examSections),
      questionCount: z.number(),
      totalScore: Amount,
      /** Questions that two papers have in common on average. */
      overlap: z.number(),
      /** Mean difficulty (1 to 4) of the easiest and the most difficult of 30 papers. */
      easiest: z.number(),
      hardest: z.number(),
    }),
  },
  'GET /exam/auth/exam/admin/preview': {
    summary: 'Draw a paper as candidates get it, without right answers',
    auth: 'exams.manage',
    input: ById.extend({ seed: z.string().trim().min(1).max(100).optional() }),
    data: z.object({
      seed: z.string(),
      meanDifficulty: z.number(),
      questions: z
        .array(
          Question.extend({
            section: z.string(),
            score: Amount,
            options: z.array(z.object({ key: z.string(), text: z.string() })).max(MAX_ITEMS.questionOptions),
          }),
        )
        .max(MAX_ITEMS.examQuestions),
    }),
  },
  'GET /exam/auth/exam/admin/choices': {
    summary: 'List what an exam can be made of: banks with their topics and tags, courses, certificates, departments',
    auth: 'exams.manage',
    input: z.object({}),
    data: z.object({
      banks: z
        .array(
          z.object({
            id: Id,
            title: z.string(),
            questionCount: z.number(),
            topics: z.array(z.string()).max(MAX_ITEMS.bankTopics),
            tags: z.array(z.string()).max(MAX_ITEMS.bankTopics),
          }),
        )
        .max(MAX_ITEMS.banks),
      courses: z.array(z.object({ id: Id, title: z.string() })).max(MAX_ITEMS.examCourses),
      certificates: z.array(z.object({ id: Id, title: z.string() })).max(MAX_ITEMS.certificates),
      tasks: z.array(z.object({ id: Id, title: z.string() })).max(MAX_ITEMS.tasks),
      /** Paths, also of departments that have only others below them. */
      departments: z.array(z.string()).max(MAX_ITEMS.departmentChoices),
      /** Lecturers and administrators, who can be named as markers. */
      markers: z.array(z.object({ id: Id, userName: z.string() })).max(MAX_ITEMS.markerChoices),
    }),
  },
  'POST /exam/auth/exam/admin/question/replace': {
    summary: 'Put a question in the place of another in the fixed papers that nobody has sat',
    auth: 'exams.manage',
    input: z.object({ questionId: Id, byId: Id }),
    /** `left`: papers that still have it. */
    data: z.object({ changed: z.number(), left: z.number() }),
  },
  'POST /exam/auth/exam/admin/question/page': {
    summary: 'List questions of a bank, to choose those of a fixed paper',
    auth: 'exams.manage',
    input: paged(10).extend({
      bankId: Id,
      type: QuestionType.optional(),
      keyword: z.string().trim().max(100).optional(),
    }),
    data: page(Question),
  },
});
