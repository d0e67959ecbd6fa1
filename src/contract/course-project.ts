import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { Amount, ById, Empty, Id, Instant, page, paged } from './common.ts';
import { ReactionTotals, CourseCard, KnowledgeSort, LearningStatus, OwnFilter } from './course.ts';
import { define } from './define.ts';
import { ExportRecord } from './export.ts';

/**
 * Whether the courses of a project count for the viewer, and if not, the reason (docs/specification.md, section "Access
 * to courses").
 */
const ProjectState = z.enum(['open', 'registerFirst', 'registrationPending', 'registrationRejected']);

/** Counts and sums cover its published courses. */
const ProjectCard = z.object({
  id: Id,
  title: z.string(),
  summary: z.string().nullable(),
  cover: z.string().nullable(),
  categoryId: Id.nullable(),
  categoryName: z.string().nullable(),
  registrationRequired: z.boolean(),
  publishedAt: Instant,
  /** Its stages are locked before it begins; nothing is closed when it ends. */
  startAt: Instant.nullable(),
  endAt: Instant.nullable(),
  courseCount: z.number().int(),
  requiredCount: z.number().int(),
  classHours: Amount,
  credits: Amount,
  ...ReactionTotals,
});

/** The viewer's progress: over the required courses and exams, or over all if none is required. */
const UserProgress = {
  projectState: ProjectState,
  /** 0–100. Zero until the registration is approved, if one is required. */
  studyProgress: z.number().int(),
  status: LearningStatus,
};

const ProjectCourse = CourseCard.extend({
  /** Elective courses are not needed to complete the project. */
  required: z.boolean(),
});

/** A course or exam of a stage: exactly one of the two ids is set. */
const StageItem = { courseId: Id.nullable(), examId: Id.nullable(), title: z.string(), required: z.boolean() };
const Stage = {
  /** Null, like its name: what belongs to no stage, before the others. */
  id: Id.nullable(),
  name: z.string().nullable(),
  startAt: Instant.nullable(),
  endAt: Instant.nullable(),
  opens: z.enum(['always', 'previous', 'date']),
};
const stagesOf = <S extends z.ZodType>(stage: S) => z.array(stage).max(MAX_ITEMS.projectStages + 1);

const ProjectView = ProjectCard.extend({ descriptionHtml: z.string() });

const ProjectPage = paged().extend({
  keyword: z.string().trim().max(100).optional(),
  /** With its sub-categories. */
  categoryId: Id.optional(),
  need: z.enum(['nothing', 'registration']).optional(),
  sort: KnowledgeSort.default('newest'),
});

export const courseProject = define({
  'POST /course/api/project/info/page': {
    summary: 'List published learning projects, filtered and sorted; newest first by default',
    auth: 'visitor',
    cache: ['course'],
    input: ProjectPage,
    data: page(ProjectCard),
  },
  'POST /course/auth/project/info/page': {
    summary:
      'Like `project/info/page` for everybody, with the user’s progress and filters by learning state and bookmark',
    auth: 'enterprise',
    input: ProjectPage.extend(OwnFilter).extend({
      /** Only projects that the user has started or registered for. */
      joined: z.boolean().optional(),
    }),
    data: page(ProjectCard.extend(UserProgress)),
  },
  'POST /course/auth/project/info/export': {
    summary:
      'Request an export of the learning projects that the user has registered for or started, with the progress',
    auth: 'enterprise',
    input: Empty,
    data: ExportRecord,
  },
  'GET /course/api/project/info/view': {
    summary: 'Get a published learning project with its published courses',
    auth: 'visitor',
    cache: ['course'],
    input: ById,
    data: ProjectView.extend({
      courses: z.array(ProjectCourse).max(MAX_ITEMS.projectCourses),
      stages: stagesOf(z.object({ ...Stage, items: z.array(z.object(StageItem)).max(MAX_ITEMS.projectCourses) })),
    }),
  },
  'GET /course/auth/project/info/view': {
    summary: 'Get a published learning project with the user’s registration, and progress in it and in each course',
    auth: 'enterprise',
    input: ById,
    data: ProjectView.extend({
      ...UserProgress,
      /** Reason of a rejected registration, and whether the user may apply again. */
      rejection: z.object({ reason: z.string().nullable(), mayAskAgain: z.boolean() }).nullable(),
      courses: z
        .array(ProjectCourse.extend({ studyProgress: z.number().int(), status: LearningStatus }))
        .max(MAX_ITEMS.projectCourses),
      stages: stagesOf(
        z.object({
          ...Stage,
          items: z
            .array(z.object({ ...StageItem, completed: z.boolean(), studyProgress: z.number().int() }))
            .max(MAX_ITEMS.projectCourses),
          /** Of the items that count: how many are complete. */
          done: z.number().int(),
          all: z.number().int(),
          /** Why it is not open yet: it opens at a time, or waits for the stage of this name, empty: the courses before all stages. */
          lock: z.object({ opensAt: Instant.nullable(), waitsFor: z.string().nullable() }).nullable(),
        }),
      ),
    }),
  },
  'POST /course/auth/project/registration/save': {
    summary:
      'Request registration for a learning project, whose courses count once it is approved. Idempotent; after a rejection the user can request once more, with a note',
    auth: 'enterprise',
    input: z.object({ projectId: Id, note: z.string().trim().max(500, { error: 'field.tooLong' }).optional() }),
    data: z.object({ projectState: ProjectState }),
  },
});
