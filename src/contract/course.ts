import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { DOCUMENT_KINDS } from './rules/document.ts';
import { Amount, ById, Empty, Id, Instant, schemaName, page, paged, whole } from './common.ts';
import { define } from './define.ts';

/** Learning states. `overdue` applies to tasks only. */
export const LearningStatus = z.enum(['notStarted', 'learning', 'completed', 'overdue']);

/**
 * How a resource is studied. `media`: watched or heard; `reading`: open for a time; `exam`: passed; `practice`: done offline
 * and approved; `questionnaire`: filled in; `training`: attended; `evaluation`: evaluated by the superior; `live`: attended
 * or watched; `download`: a file that does not count; `other`: a directory, or an activity that is not set up.
 */
export const ResourceKind = z.enum([
  'media',
  'reading',
  'exam',
  'practice',
  'questionnaire',
  'training',
  'evaluation',
  'live',
  'download',
  'other',
]);

/**
 * Whether the viewer can study a course now, and if not, the reason (docs/specification.md, section "Access to
 * courses"). `open`: yes; `unpublished`: not published any more; `purchaseFirst`: a seat of an approved order is
 * required; the others concern registration.
 */
export const StudyState = z.enum([
  'open',
  'unpublished',
  'purchaseFirst',
  'registerFirst',
  'registrationPending',
  'registrationRejected',
]);

/** Public reaction totals of a course or project. */
export const ReactionTotals = {
  likeCount: z.number().int(),
  ratingCount: z.number().int(),
  /** Mean rating 1–5, one decimal; null without ratings. */
  ratingMean: z.number().nullable(),
  /** Number of users who have started the course; for a project the sum over its courses. */
  studentCount: z.number().int(),
};

/** Sort order: newest, most studied, best rated, most class hours. */
export const KnowledgeSort = z.enum(['newest', 'popular', 'rating', 'hours']);

export const CourseCard = z.object({
  id: Id,
  title: z.string(),
  summary: z.string().nullable(),
  cover: z.string().nullable(),
  /** 1 online recorded, 2 offline face-to-face, 3 online live. */
  courseType: z.number().int(),
  classHours: Amount,
  credits: Amount,
  points: Amount,
  lecturerId: Id.nullable(),
  lecturerName: z.string().nullable(),
  categoryId: Id.nullable(),
  categoryName: z.string().nullable(),
  /** Number of resources without directories. */
  resourceCount: z.number().int(),
  registrationRequired: z.boolean(),
  purchaseRequired: z.boolean(),
  ...ReactionTotals,
});

/** The viewer's progress in a course. */
const UserProgress = {
  /** 0–100. */
  studyProgress: z.number().int(),
  status: LearningStatus,
};

/** Details of the viewer's registration for a course or project. */
export const RegistrationDetails = z.object({
  /** The latest request, if any. */
  instanceId: Id.nullable(),
  /** The approver's comment. */
  reason: z.string().nullable(),
  /** Rejected, but the viewer can request once more. */
  mayAskAgain: z.boolean(),
});

/** What a document is, for its icon. */
export const DocumentKind = z.enum(DOCUMENT_KINDS);

/** How far a member without a seat of a course is in getting one. */
const PurchaseDetails = RegistrationDetails.extend({
  /** `ordered`: an order with a seat for them waits for approval; `notOrdered`: their request was approved, and the order was not; `expired`: their seat is not valid any more; `notOffered`: seats cannot be asked for. */
  state: z.enum(['none', 'pending', 'rejected', 'ordered', 'notOrdered', 'expired', 'notOffered']),
});

/** Why an item of a course cannot be opened yet. */
export const ItemLock = z.object({
  /** Name of the item that has to be complete first. */
  waitsFor: z.string().nullable(),
  /** When it is released. */
  releaseAt: Instant.nullable(),
  /** Released so many days after the viewer has begun, who has not. */
  releaseDays: z.number().int().nullable(),
});

/** Course resource tree item. Durations in seconds. */
export const CatalogueItem = z
  .object({
    subResourceId: Id,
    subResourceName: z.string(),
    contentType: z.number().int(),
    resourceType: z.number().int().nullable(),
    /** How it is studied. */
    kind: ResourceKind,
    /** What a document is, by the name of its file. */
    documentKind: DocumentKind.nullable(),
    totalDuration: z.number().int(),
    examId: Id.nullable(),
    /** Of the viewer; null: it can be opened. */
    lock: ItemLock.nullable(),
    studyProgress: z.number().int(),
    completed: z.boolean(),
    get subTrainingProgress() {
      return z.array(CatalogueItem).max(MAX_ITEMS.resources);
    },
  })
  .meta(schemaName('CatalogueItem'));

export const CourseView = CourseCard.extend({
  descriptionHtml: z.string(),
  lecturerTitle: z.string().nullable(),
  lecturerPhoto: z.string().nullable(),
  /** Which total the hours count to: required, culture, lecturer, other. */
  hourKind: z.string(),
  /** Percentage of a resource that must be watched. */
  completionThreshold: z.number().int(),
  /** Price of one seat in `currency` (ISO 4217). */
  price: Amount,
  currency: z.string(),
  /** Total duration of all resources, seconds. */
  totalDuration: z.number().int(),
  publishedAt: Instant,
  catalogue: z.array(CatalogueItem).max(MAX_ITEMS.resources),
});

const CoursePage = paged(8).extend({
  /** 1 by default; 0 is every type. */
  courseType: whole(0, 3).default(1),
  keyword: z.string().trim().max(100).optional(),
  /** With its sub-categories. */
  categoryId: Id.optional(),
  lecturerId: Id.optional(),
  /** Which total the hours count to. */
  hourKind: z.enum(['required', 'culture', 'lecturer', 'other']).optional(),
  /** Prerequisite: none, registration, purchase. */
  need: z.enum(['nothing', 'registration', 'purchase']).optional(),
  sort: KnowledgeSort.default('newest'),
});

/** Filters for logged-in users only. */
export const OwnFilter = {
  /** The viewer's state. */
  learningState: z.enum(['notStarted', 'learning', 'completed']).optional(),
  /** Only items bookmarked by the viewer. */
  bookmarked: z.boolean().optional(),
};

export const course = define({
  'POST /course/api/course/info/page': {
    summary: 'List published courses, filtered and sorted; newest first by default',
    auth: 'visitor',
    cache: ['course'],
    input: CoursePage,
    data: page(CourseCard),
  },
  'POST /course/auth/course/info/page': {
    summary: 'List published courses with the user’s progress; can be filtered by learning state and bookmark',
    auth: 'enterprise',
    input: CoursePage.extend(OwnFilter),
    data: page(CourseCard.extend(UserProgress)),
  },
  'GET /course/api/course/info/view': {
    summary: 'Get a published course with its catalogue, without files',
    auth: 'visitor',
    cache: ['course'],
    input: ById,
    data: CourseView,
  },
  'GET /course/api/course/info/related': {
    summary: 'List up to four other published courses of the same category or lecturer',
    auth: 'visitor',
    cache: ['course'],
    input: ById,
    data: z.array(CourseCard).max(MAX_ITEMS.relatedCourses),
  },
  'GET /course/auth/course/info/view': {
    summary: 'Get a course with its catalogue, the user’s progress and registration, without files',
    auth: 'enterprise',
    input: ById,
    data: CourseView.extend({
      ...UserProgress,
      studyState: StudyState,
      registration: RegistrationDetails,
      /** How far the user is in getting a seat; null with one, and for courses that need none. */
      purchase: PurchaseDetails.nullable(),
      lastResourceId: Id.nullable(),
      /** A new version of the completed course has to be studied: what has changed is not complete. */
      restudy: z.boolean(),
    }),
  },
  'GET /course/api/category/list': {
    summary: 'List the categories of courses and projects, parents before children',
    auth: 'visitor',
    cache: ['course'],
    input: Empty,
    data: z
      .array(
        z.object({
          id: Id,
          name: z.string(),
          parentId: Id.nullable(),
          /** Number of published courses and projects in the category and its subcategories. */
          courseCount: z.number().int(),
          projectCount: z.number().int(),
        }),
      )
      .max(MAX_ITEMS.categories),
  },
  'POST /course/auth/resource/file/page': {
    summary:
      'List the files of published courses (videos, audio, documents, pictures, archives), newest course first, without URLs',
    auth: 'enterprise',
    input: paged().extend({
      keyword: z.string().trim().max(100).optional(),
      courseId: Id.optional(),
      resourceType: whole(2, 6).optional(),
    }),
    data: page(
      z.object({
        subResourceId: Id,
        subResourceName: z.string(),
        contentType: z.number().int(),
        resourceType: z.number().int().nullable(),
        totalDuration: z.number().int(),
        fileName: z.string(),
        /** Bytes. */
        fileSize: z.number().int(),
        courseId: Id,
        courseTitle: z.string(),
        studyProgress: z.number().int(),
      }),
    ),
  },
  'POST /course/auth/course/registration/save': {
    summary:
      'Request registration for a course. Idempotent; after a rejection the user can request once more, with a note',
    auth: 'enterprise',
    input: z.object({ courseId: Id, note: z.string().trim().max(500, { error: 'field.tooLong' }).optional() }),
    data: z.object({ studyState: StudyState }),
  },
});
