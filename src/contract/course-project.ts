import { z } from 'zod';
import { MAX_ITEMS } from '#src/lib/list-limits.ts';
import { Amount, ById, Id, Instant, page, paged } from './common.ts';
import { Appraisal, CourseCard, KnowledgeSort, LearningStatus, OwnFilter } from './course.ts';
import { define } from './define.ts';

/** Whether the courses of a project count for the viewer, and if not, the reason (spec section 4). */
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
  courseCount: z.number().int(),
  requiredCount: z.number().int(),
  classHours: Amount,
  credits: Amount,
  ...Appraisal,
});

/** The viewer's progress: over the required courses, or over all if none is required. */
const Standing = {
  projectState: ProjectState,
  /** 0–100. Zero until the registration is approved, where one is needed. */
  studyProgress: z.number().int(),
  status: LearningStatus,
};

const ProjectCourse = CourseCard.extend({
  /** Elective ones are not needed to complete the project. */
  required: z.boolean(),
});

const ProjectView = ProjectCard.extend({ descriptionHtml: z.string() });

const ProjectPage = paged(8).extend({
  keyword: z.string().trim().max(100).optional(),
  /** With its sub-categories. */
  categoryId: Id.optional(),
  need: z.enum(['nothing', 'registration']).optional(),
  sort: KnowledgeSort.default('newest'),
});

export const courseProject = define({
  'POST /course/api/project/info/page': {
    summary: 'Published learning projects, filtered and sorted; newest first by default',
    auth: 'visitor',
    cache: ['course'],
    input: ProjectPage,
    data: page(ProjectCard),
  },
  'POST /course/auth/project/info/page': {
    summary: 'The same with the viewer’s standing; also by where the viewer stands, and bookmarked ones',
    auth: 'enterprise',
    input: ProjectPage.extend(OwnFilter),
    data: page(ProjectCard.extend(Standing)),
  },
  'GET /course/api/project/info/view': {
    summary: 'A published learning project with its published courses',
    auth: 'visitor',
    cache: ['course'],
    input: ById,
    data: ProjectView.extend({ courses: z.array(ProjectCourse).max(MAX_ITEMS.projectCourses) }),
  },
  'GET /course/auth/project/info/view': {
    summary: 'The same with the viewer’s registration, and progress in it and in each course',
    auth: 'enterprise',
    input: ById,
    data: ProjectView.extend({
      ...Standing,
      /** Reason of a rejected registration, and whether the user may apply again. */
      rejection: z.object({ reason: z.string().nullable(), mayAskAgain: z.boolean() }).nullable(),
      courses: z
        .array(ProjectCourse.extend({ studyProgress: z.number().int(), status: LearningStatus }))
        .max(MAX_ITEMS.projectCourses),
    }),
  },
  'POST /course/auth/project/registration/save': {
    summary:
      'Register for a learning project; its courses count once that is approved. A repeat changes nothing; after a rejection one may ask once more, with a note',
    auth: 'enterprise',
    input: z.object({ projectId: Id, note: z.string().trim().max(500, { error: 'field.tooLong' }).optional() }),
    data: z.object({ projectState: ProjectState }),
  },
});
