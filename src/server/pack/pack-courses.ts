import { z } from 'zod';
import { isLinkAddress, MAX_RELEASE_DAYS } from '#src/contract/rules/course-items.ts';
import { MAX_RESOURCE_SECONDS, MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import {
  Code,
  Decimal,
  Department,
  given,
  isOrdered,
  item,
  Line,
  list,
  LocalizedLine,
  MediaPath,
  Moment,
  Paragraph,
  Phone,
  Text,
  Whole,
} from './fields.ts';
import { JobForm, PracticeForm } from './pack-evaluation.ts';
import { Live } from './pack-live.ts';
import { Captions, MediaQuestion } from './pack-media.ts';
import { TrainingSession } from './pack-training.ts';

/* Schemas of courses, tasks and projects (docs/content-packs.md). */

const resourceShape = {
  code: Code,
  subResourceName: Line,
  contentType: z.literal([2, 3, 4, 5, 6, 7, 8]),
  resourceType: z.literal([2, 3, 4, 5, 6, 7]).optional(),
  file: MediaPath.optional(),
  /** Address of a link (resourceType 7). */
  url: z.string().refine(isLinkAddress, 'should be an address that starts with https://').optional(),
  exam: Code.optional(),
  /** It is locked before this. */
  release: Moment.optional(),
  /** It is locked until so many days after the learner has begun. */
  releaseDays: Whole.min(1, 'should be at least 1')
    .max(MAX_RELEASE_DAYS, `should be at most ${MAX_RELEASE_DAYS}`)
    .optional(),
  questionnaire: Code.optional(),
  totalDuration: Whole.max(MAX_RESOURCE_SECONDS, `should be at most ${MAX_RESOURCE_SECONDS}`).optional(),
  captions: Captions.optional(),
  questions: list(MediaQuestion, MAX_ITEMS.resourceQuestions).optional(),
  sessions: list(TrainingSession, MAX_ITEMS.trainingSessions).optional(),
  /** Evidence is scored with a rubric. */
  practice: PracticeForm.optional(),
  evaluation: JobForm.optional(),
  live: Live.optional(),
};
export type Resource = z.infer<z.ZodObject<typeof resourceShape>> & { children?: Resource[] | undefined };
export const Resource: z.ZodType<Resource> = item({
  ...resourceShape,
  get children() {
    return z.array(Resource).min(1, 'should have at least one item').optional();
  },
}).superRefine(
  (resource, context) => {
    const wrong = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message });
    if (resource.children && (resource.file || resource.exam)) {
      wrong('children', 'a directory has children but neither "file" nor "exam"');
    }
    if (resource.children && resource.contentType !== 2) wrong('contentType', 'a directory has contentType 2');
    if (resource.contentType === 3 && !resource.exam) wrong('contentType', 'contentType 3 needs "exam": a code');
    if (resource.exam && resource.contentType !== 3) wrong('contentType', 'a resource with "exam" has contentType 3');
    if (resource.questionnaire && resource.contentType !== 5)
      wrong('contentType', 'a resource with "questionnaire" has contentType 5');
    if (resource.contentType === 2 && !resource.file && !resource.children && !resource.live && !resource.url) {
      wrong('contentType', 'contentType 2 needs "file", "url" for a link, or "children" for a directory');
    }
    if (resource.live && (resource.contentType !== 2 || resource.file || resource.children))
      wrong('live', 'a live class has contentType 2, and neither "file" nor "children"');
    if ((resource.url !== undefined) !== (resource.resourceType === 7))
      wrong('url', 'a link has resourceType 7 and "url"');
    if (
      resource.url !== undefined &&
      (resource.contentType !== 2 || resource.file || resource.children || resource.live)
    )
      wrong('url', 'a link has contentType 2, and neither "file" nor "children"');
    if (resource.children && (resource.release !== undefined || resource.releaseDays !== undefined))
      wrong('release', 'a directory is not released: its items are');
    if (resource.release !== undefined && resource.releaseDays !== undefined)
      wrong('releaseDays', 'an item has either "release" or "releaseDays"');
    if (resource.contentType === 4 && !resource.file) wrong('contentType', 'contentType 4 needs "file"');
    if (resource.file && !resource.resourceType) wrong('file', 'a resource with "file" needs "resourceType"');
    const isMedia = resource.resourceType === 2 || resource.resourceType === 3;
    if (resource.captions && !isMedia) wrong('captions', 'only a video or audio (resourceType 2, 3) has captions');
    if (resource.questions && !isMedia) wrong('questions', 'only a video or audio (resourceType 2, 3) has questions');
    const codes = (resource.questions ?? []).map(({ code }) => code);
    if (new Set(codes).size < codes.length) wrong('questions', 'each question needs its own code');
    if (resource.sessions && resource.contentType !== 6)
      wrong('sessions', 'a resource with "sessions" has contentType 6');
    if (resource.practice && resource.contentType !== 7) wrong('practice', 'only contentType 7 has "practice"');
    if (resource.evaluation && resource.contentType !== 8) wrong('evaluation', 'only contentType 8 has "evaluation"');
  },
  given(
    'contentType',
    'resourceType',
    'file',
    'url',
    'release',
    'releaseDays',
    'exam',
    'captions',
    'questions',
    'sessions',
    'practice',
    'evaluation',
    'questionnaire',
    'live',
  ),
);

export const Course = item({
  code: Code,
  title: Line,
  summary: Paragraph,
  description: Text,
  cover: MediaPath.optional(),
  courseType: z.literal([1, 2, 3]),
  category: Code,
  lecturer: Code,
  classHours: Decimal,
  hourKind: z.enum(['required', 'culture', 'lecturer', 'other']),
  credits: Decimal.default('0'),
  points: Whole.default(0),
  completionThreshold: z.int().min(1, 'should be from 1 to 100').max(100, 'should be from 1 to 100').default(90),
  /** Media can be played only as far as they were watched. */
  noSkipping: z.boolean().default(false),
  /** An item opens when those before it are complete. */
  itemsInOrder: z.boolean().default(false),
  /** Issued with each completion. */
  certificate: Code.optional(),
  /** Videos show the name and the last digits of the phone number. */
  watermark: z.boolean().default(false),
  maxPlaybackRate: z.number().min(1, 'should be from 1 to 2').max(2, 'should be from 1 to 2').default(2),
  status: z.enum(['published', 'unpublished']).default('published'),
  registrationRequired: z.boolean().default(false),
  purchaseRequired: z.boolean().default(false),
  price: Decimal.default('0'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'should be the three letters of a currency, like CNY')
    .default('CNY'),
  resources: z.array(Resource).default([]),
}).superRefine(
  (course, context) => {
    if (course.courseType === 1 && course.resources.length === 0) {
      context.addIssue({
        code: 'custom',
        path: ['resources'],
        message: 'a recorded course needs at least one resource',
      });
    }
    if (countResources(course.resources) > MAX_ITEMS.resources) {
      const message = `should have at most ${MAX_ITEMS.resources} items, including those in directories`;
      context.addIssue({ code: 'custom', path: ['resources'], message });
    }
  },
  given('courseType', 'resources'),
);

const TaskItem = item({
  course: Code.optional(),
  exam: Code.optional(),
  /** A rubric: the superior assesses each assigned person with it. */
  form: Code.optional(),
  /** Phone of the superior; default: the head of the person's department. */
  superior: Phone.optional(),
  coaching: Code.optional(),
  /** The item is locked before this. */
  release: Moment.optional(),
  /** Courses, exams, coachings or forms of items above that must be complete first. */
  after: list(Code, MAX_ITEMS.taskItems).optional(),
}).superRefine(
  (entry, context) => {
    if (subjectsOf(entry).length !== 1) {
      const message = 'an item names either a "course", an "exam", a "coaching" or a "form"';
      context.addIssue({ code: 'custom', path: [], message });
    }
    if (entry.superior !== undefined && entry.form === undefined)
      context.addIssue({ code: 'custom', path: ['superior'], message: 'only an item with "form" has a "superior"' });
  },
  given('course', 'exam', 'coaching', 'form', 'superior'),
);
type Subjects = Partial<Record<'course' | 'exam' | 'coaching' | 'form', string | undefined>>;
const subjectsOf = ({ course, exam, coaching, form }: Subjects) =>
  [course, exam, coaching, form].filter((code) => code !== undefined);
/** Members to whom all that it names applies. */
const TaskRule = item({
  department: Department.optional(),
  withBelow: z.boolean().default(true),
  position: Line.optional(),
  joinedSince: z.iso.date('should be a date like 2026-03-01').optional(),
  excluded: z.boolean().default(false),
}).refine(({ department, position, joinedSince }) => department ?? position ?? joinedSince, {
  message: 'a rule names a "department", a "position" or "joinedSince"',
});
export const Task = item({
  code: Code,
  title: Line,
  summary: Paragraph.optional(),
  taskType: z.literal([1, 2, 3, 4]),
  start: Moment,
  end: Moment,
  /** Whether items that were finished before the task was given count. */
  countsEarlier: z.boolean().default(true),
  /** Each item opens when the one before it is complete. */
  ordered: z.boolean().default(false),
  /** Items that are finished after the end count, and are shown as late. */
  lateCompletion: z.boolean().default(false),
  /** Whether members are told before the end and at the end. */
  reminders: z.boolean().default(true),
  items: list(TaskItem, MAX_ITEMS.taskItems).min(1, 'should have at least one item'),
  assignees: z.union([
    z.literal('all'),
    item({ departments: z.array(Department).min(1, 'should have at least one item') }),
    item({ phones: z.array(Phone).min(1, 'should have at least one item') }),
    item({
      rules: list(TaskRule, MAX_ITEMS.requirementRules).min(1, 'should have at least one item'),
      phones: z.array(Phone).optional(),
      except: z.array(Phone).optional(),
    }),
  ]),
})
  .superRefine(
    (task, context) => {
      if (!isOrdered(task.start, task.end)) {
        context.addIssue({ code: 'custom', path: ['end'], message: 'should be later than start' });
      }
    },
    given('start', 'end'),
  )
  .superRefine(({ items }, context) => {
    for (const [i, { after = [] }] of items.entries()) {
      const above = items.slice(0, i).flatMap(subjectsOf);
      for (const [j, code] of after.entries()) {
        if (above.includes(code)) continue;
        const message = `there is no item "${code}" above this one`;
        context.addIssue({ code: 'custom', path: ['items', i, 'after', j], message });
      }
    }
  }, given('items'));
export const Tasks = list(Task, MAX_ITEMS.tasks);

const ProjectItem = item({
  course: Code.optional(),
  exam: Code.optional(),
  required: z.boolean().default(true),
}).superRefine(
  (entry, context) => {
    if ((entry.course === undefined) === (entry.exam === undefined))
      context.addIssue({ code: 'custom', message: 'needs either "course" or "exam"' });
  },
  given('course', 'exam'),
);
const ProjectItems = list(ProjectItem, MAX_ITEMS.projectCourses);
const isPeriod = ({ start, end }: { start?: string | undefined; end?: string | undefined }) =>
  start === undefined || end === undefined || isOrdered(start, end);
const ProjectStage = item({
  name: LocalizedLine,
  opens: z.enum(['always', 'previous', 'date']).default('always'),
  start: Moment.optional(),
  end: Moment.optional(),
  courses: ProjectItems,
}).superRefine(
  (stage, context) => {
    if (!isPeriod(stage)) context.addIssue({ code: 'custom', path: ['end'], message: 'should be after "start"' });
    if (stage.opens === 'date' && stage.start === undefined)
      context.addIssue({ code: 'custom', path: ['start'], message: 'is missing: the stage opens at its start' });
  },
  given('opens', 'start', 'end'),
);
export const Project = item({
  code: Code,
  title: Line,
  summary: Paragraph,
  description: Text,
  cover: MediaPath.optional(),
  category: Code,
  status: z.enum(['published', 'unpublished']).default('published'),
  registrationRequired: z.boolean().default(false),
  start: Moment.optional(),
  end: Moment.optional(),
  courses: ProjectItems.default([]),
  stages: list(ProjectStage, MAX_ITEMS.projectStages).default([]),
}).superRefine(
  (entry, context) => {
    const wrong = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message });
    if (!isPeriod(entry)) wrong('end', 'should be after "start"');
    const items = [entry.courses, ...entry.stages.map(({ courses }) => courses)].flat();
    if (items.length === 0) wrong('courses', 'should have at least one item, here or in a stage');
    if (items.length > MAX_ITEMS.projectCourses)
      wrong('courses', `should have at most ${MAX_ITEMS.projectCourses} items in all stages together`);
    const codes = items.map(({ course, exam }) => (course === undefined ? `exam ${exam}` : `course ${course}`));
    if (new Set(codes).size < codes.length) wrong('courses', 'should contain each course and exam once');
  },
  given('courses', 'stages', 'start', 'end'),
);
export const Projects = z.array(Project);

export type Course = z.infer<typeof Course>;
export type Task = z.infer<typeof Task>;
export type Project = z.infer<typeof Project>;

const countResources = (resources: Resource[]): number =>
  resources.reduce((sum, { children = [] }) => sum + 1 + countResources(children), 0);
