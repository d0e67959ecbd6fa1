import { z } from 'zod';
import { RUBRIC_LIMITS } from './rules/evaluation.ts';
import { MAX_CERTIFICATE_MONTHS, MAX_LINK_LENGTH, MAX_RELEASE_DAYS } from './rules/course-items.ts';
import { MAX_ITEMS, MAX_RESOURCE_SECONDS } from './rules/list-limits.ts';
import { Id } from './common.ts';
import { Named, Rule } from './requirement-parts.ts';
import { AnnouncementDocument, ArticleDocument, SiteDocument } from './site-documents.ts';

/*
 * Documents of content that is edited as drafts (docs/specification.md, section "Editing content"). A draft may be incomplete: what must be
 * given is checked before it is published.
 */

const text = (max: number) => z.string().max(max, { error: 'field.tooLong' });
const Line = text(200);
const Markdown = text(50_000);
/** A non-negative decimal with at most two places. */
const Decimal = z
  .string()
  .max(12, { error: 'field.tooLong' })
  .regex(/^\d{1,9}(\.\d{1,2})?$/, { error: 'field.number' });
const whole = (min: number, max: number) =>
  z
    .number({ error: 'field.number' })
    .int({ error: 'field.number' })
    .min(min, { error: 'field.number' })
    .max(max, { error: 'field.number' });

const OptionKey = z.string().max(1);
/** A question that the player asks at a second of a video. */
const MediaQuestionDocument = z.object({
  id: Id,
  atSecond: whole(0, MAX_RESOURCE_SECONDS),
  kind: z.enum(['single', 'multiple', 'judge']),
  stem: text(1_000),
  options: z.array(z.object({ key: OptionKey, text: text(500) })).max(MAX_ITEMS.questionOptions),
  rightKeys: z.array(OptionKey).max(MAX_ITEMS.questionOptions),
  explanation: text(2_000),
  required: z.boolean(),
});

const QuestionnaireCode = z
  .string()
  .max(64, { error: 'field.invalid' })
  .regex(/^[\w.-]+$/, { error: 'field.invalid' });
const QuestionnaireChoice = z.object({ code: QuestionnaireCode, text: text(500) });
const ShowIf = z.object({
  question: QuestionnaireCode,
  is: z.array(QuestionnaireCode).max(MAX_ITEMS.choices).nullable(),
  from: z.number().int().min(-1_000).max(1_000).nullable(),
  to: z.number().int().min(-1_000).max(1_000).nullable(),
});

/** A questionnaire; `Question` in contract/rules/questionnaire.ts explains the properties. */
const QuestionnaireDocument = z.object({
  introduction: text(5_000),
  anonymous: z.boolean(),
  pages: z
    .array(
      z.object({
        code: QuestionnaireCode,
        title: Line,
        introduction: text(5_000),
        showIf: ShowIf.nullable(),
        questions: z
          .array(
            z.object({
              code: QuestionnaireCode,
              kind: z.enum(['single', 'several', 'scale', 'matrix', 'text']),
              title: text(500),
              hint: text(1_000),
              required: z.boolean(),
              showIf: ShowIf.nullable(),
              options: z.array(QuestionnaireChoice).max(MAX_ITEMS.choices, { error: 'field.tooLong' }),
              rows: z.array(QuestionnaireChoice).max(MAX_ITEMS.choices, { error: 'field.tooLong' }),
              other: z.boolean(),
              least: whole(0, MAX_ITEMS.choices).nullable(),
              most: whole(0, MAX_ITEMS.choices).nullable(),
              leastLabel: Line,
              mostLabel: Line,
              long: z.boolean(),
              maxLength: whole(1, 2_000).nullable(),
            }),
          )
          .max(MAX_ITEMS.questions, { error: 'field.tooLong' }),
      }),
    )
    .max(MAX_ITEMS.questionPages, { error: 'field.tooLong' }),
});

/** How a practical operation or job evaluation is scored; `RubricContent` in contract/rules/evaluation.ts explains the criteria. */
const EvaluationDocument = z.object({
  passMark: whole(0, 100),
  /** How often it can be tried until it is passed. */
  tries: whole(1, RUBRIC_LIMITS.tries),
  /** Who scores it. Nobody: the lecturer of the course, or for a job evaluation the head of the department. Names are for display. */
  assessors: z.array(z.object({ userId: Id, userName: Line })).max(RUBRIC_LIMITS.assessors, { error: 'field.tooMany' }),
  criteria: z
    .array(
      z.object({
        code: QuestionnaireCode,
        title: Line,
        description: text(5_000),
        /** Percent. */
        weight: whole(1, 100),
        levels: z
          .array(z.object({ points: whole(0, 100), title: Line, description: text(5_000) }))
          .max(RUBRIC_LIMITS.levels, { error: 'field.tooMany' }),
      }),
    )
    .max(RUBRIC_LIMITS.criteria, { error: 'field.tooMany' }),
});

/** What an item of a course is. */
export const ITEM_TYPES = [
  ...['folder', 'video', 'audio', 'document', 'image', 'archive', 'exam', 'questionnaire', 'training'],
  ...['practice', 'evaluation', 'live', 'link'],
] as const;

/** An item of a course; items are in order, children follow their folder. */
const CourseItemDocument = z.object({
  /** Chosen by the editor; an item keeps it, with the progress of the learners. */
  id: Id,
  parentId: Id.nullable(),
  name: Line,
  type: z.enum([
    'folder',
    'video',
    'audio',
    'document',
    'image',
    'archive',
    'exam',
    'questionnaire',
    'training',
    'practice',
    'evaluation',
    'live',
    'link',
  ]),
  fileId: Id.nullable(),
  /** Of the file, for display. */
  fileName: text(300).nullable(),
  examId: Id.nullable(),
  /** Seconds: of a document, picture or link the time that reading takes at least; 0: by its length. */
  seconds: whole(0, MAX_RESOURCE_SECONDS),
  /** Address of a link. */
  url: text(MAX_LINK_LENGTH).default(''),
  /** It is locked before this. */
  releaseAt: z.iso
    .datetime({ error: 'field.invalid', offset: true })
    .max(40, { error: 'field.invalid' })
    .nullable()
    .default(null),
  /** It is locked until so many days after the learner has begun; 0: it is not. */
  releaseDays: whole(0, MAX_RELEASE_DAYS).default(0),
  questions: z.array(MediaQuestionDocument).max(MAX_ITEMS.resourceQuestions),
  /** Of an item of this type; drafts that are older have none. */
  questionnaire: QuestionnaireDocument.nullish(),
  /** Of a practical operation or job evaluation; null: it is not scored. Drafts that are older have none, and what is stored stays. */
  evaluation: EvaluationDocument.nullish(),
});

export const CourseDocument = z.object({
  title: Line,
  summary: text(1_000),
  description: Markdown,
  coverFileId: Id.nullable(),
  courseType: whole(1, 3),
  categoryId: Id.nullable(),
  lecturerId: Id.nullable(),
  classHours: Decimal,
  hourKind: z.enum(['required', 'culture', 'lecturer', 'other']),
  credits: Decimal,
  points: whole(0, 1_000_000),
  completionThreshold: whole(1, 100),
  noSkipping: z.boolean(),
  /** An item opens when those before it are complete. */
  itemsInOrder: z.boolean().default(false),
  /** Issued with each completion: its names, of which one is enough, and its validity (0: for ever). Without a name: none. */
  certificate: z
    .object({ zh: Line, en: Line, months: whole(0, MAX_CERTIFICATE_MONTHS) })
    .default({ zh: '', en: '', months: 0 }),
  watermark: z.boolean(),
  maxPlaybackRate: z
    .number({ error: 'field.number' })
    .min(1, { error: 'field.number' })
    .max(2, { error: 'field.number' }),
  registrationRequired: z.boolean(),
  purchaseRequired: z.boolean(),
  price: Decimal,
  currency: z
    .string()
    .max(3, { error: 'field.invalid' })
    .regex(/^[A-Z]{3}$/, { error: 'field.invalid' }),
  /** Only its audience sees it: members to whom `rules` or `people` apply. */
  restricted: z.boolean().default(false),
  rules: z.array(Rule).max(MAX_ITEMS.requirementRules, { error: 'field.tooMany' }).default([]),
  people: z.array(Named).max(MAX_ITEMS.requirementPeople, { error: 'field.tooMany' }).default([]),
  items: z.array(CourseItemDocument).max(MAX_ITEMS.resources, { error: 'field.tooLong' }),
});

const PointInTime = z.iso
  .datetime({ error: 'field.invalid', offset: true })
  .max(40, { error: 'field.invalid' })
  .nullable()
  .default(null);

export const ProjectDocument = z.object({
  title: Line,
  summary: text(1_000),
  description: Markdown,
  coverFileId: Id.nullable(),
  categoryId: Id.nullable(),
  registrationRequired: z.boolean(),
  startAt: PointInTime,
  endAt: PointInTime,
  stages: z
    .array(
      z.object({
        /** Chosen by the editor. */
        id: Id,
        name: z.object({ zh: Line, en: Line }),
        startAt: PointInTime,
        endAt: PointInTime,
        /** When it opens: at once, when the stage before is complete, or at its start. */
        opens: z.enum(['always', 'previous', 'date']),
      }),
    )
    .max(MAX_ITEMS.projectStages, { error: 'field.tooLong' })
    .default([]),
  /** Its courses and exams in order, each with exactly one of the two ids. Those without a stage come before the stages. */
  courses: z
    .array(
      z.object({
        courseId: Id.nullable(),
        examId: Id.nullable().default(null),
        title: Line,
        required: z.boolean(),
        stageId: Id.nullable().default(null),
      }),
    )
    .max(MAX_ITEMS.projectCourses, { error: 'field.tooLong' }),
});

export const LecturerDocument = z.object({
  lecturerName: Line,
  lecturerLevel: text(100),
  title: Line,
  intro: Markdown,
  photoFileId: Id.nullable(),
  /** The member whose profile it is. */
  userId: Id.nullable(),
  userName: Line.nullable(),
  annualTeachingHours: Decimal,
  /** Place in lists of lecturers, the smallest first; null: a new one is the last. */
  sort: whole(0, 1_000_000).nullable().default(null),
});

/** A document with its kind. */
export const ContentDocument = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('course'), document: CourseDocument }),
  z.object({ kind: z.literal('project'), document: ProjectDocument }),
  z.object({ kind: z.literal('lecturer'), document: LecturerDocument }),
  z.object({ kind: z.literal('announcement'), document: AnnouncementDocument }),
  z.object({ kind: z.literal('site'), document: SiteDocument }),
  z.object({ kind: z.literal('article'), document: ArticleDocument }),
]);
