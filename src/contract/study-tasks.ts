import { z } from 'zod';
import { ById, Id, Instant, page, paged, saveOf, SeenRevision, sorted, whole } from './common.ts';
import { define } from './define.ts';
import { ExportRecord } from './export.ts';
import { Named, Rule } from './requirement-parts.ts';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { TASK_ITEM_KINDS, TASK_PROGRESS_STATES, TASK_STATES, TASK_SUBJECT_KINDS } from './rules/task.ts';

const Keyword = z.string().trim().max(100).optional();
const Moment = z.iso.datetime({ offset: true, error: 'field.invalid' }).max(40);
const TaskType = whole(1, 4);
const State = z.enum(TASK_STATES).meta({ description: '`draft` also when its pack does not contain it any more' });
const ProgressState = z.enum(TASK_PROGRESS_STATES).meta({ description: '`late`: completed after the end' });

const Item = z.object({
  kind: z.enum(TASK_ITEM_KINDS).meta({
    description: '`form`: an assessment that the task has already; `rubric`: a new assessment by this rubric',
  }),
  subjectId: Id,
  releaseAt: Moment.nullable().default(null).meta({ description: 'it is locked before this' }),
  waitsFor: z
    .array(Id)
    .max(MAX_ITEMS.taskItems, { error: 'field.tooMany' })
    .default([])
    .meta({ description: '`subjectId` of items above it that must be complete first' }),
});

const settings = {
  title: z.string().trim().min(1, { error: 'field.required' }).max(200, { error: 'field.tooLong' }),
  summary: z.string().trim().max(5_000, { error: 'field.tooLong' }).default(''),
  taskType: TaskType,
  startAt: Moment,
  endAt: Moment,
  countsEarlier: z.boolean().default(true).meta({ description: 'items that were finished before it was given count' }),
  ordered: z.boolean().default(false).meta({ description: 'each item opens when the one before it is complete' }),
  lateCompletion: z.boolean().default(false).meta({ description: 'what is finished after the end counts, as late' }),
  reminders: z.boolean().default(true).meta({ description: 'members are told before the end and at the end' }),
};

/** A task as it is saved. */
const Draft = z
  .object({
    id: Id.optional(),
    revision: SeenRevision,
    ...settings,
    items: z.array(Item).min(1, { error: 'field.required' }).max(MAX_ITEMS.taskItems, { error: 'field.tooMany' }),
    rules: z.array(Rule).max(MAX_ITEMS.requirementRules, { error: 'field.tooMany' }),
    people: z.array(Named).max(MAX_ITEMS.requirementPeople, { error: 'field.tooMany' }),
  })
  .refine(({ startAt, endAt }) => Date.parse(endAt) > Date.parse(startAt), {
    path: ['endAt'],
    error: 'field.endsBeforeStart',
  });

const Counts = {
  count: z.number().int().meta({ description: 'people who have it, whom the viewer may see' }),
  completed: z.number().int().meta({ description: 'also late' }),
  late: z.number().int().meta({ description: 'completed after the end' }),
  overdue: z.number().int(),
};

const ProgressFilter = z.object({
  id: Id,
  keyword: Keyword,
  departmentId: Id.optional().meta({ description: 'with those below it' }),
  positionId: Id.optional(),
  state: ProgressState.optional(),
  sort: sorted('userName', 'department', 'studyProgress', 'completedOn'),
});

/** Tasks as those who manage trainings see and change them (docs/specification.md, section "Tasks"). */
export const studyTasks = define({
  'POST /course/auth/study/tasks/page': {
    summary: 'List all tasks, the latest end first, with the numbers of people whom the viewer may see',
    auth: 'training.read',
    input: paged().extend({
      keyword: Keyword,
      taskType: TaskType.optional(),
      state: State.optional(),
      sort: sorted('title', 'startAt', 'endAt'),
    }),
    data: page(
      z.object({
        id: Id,
        title: z.string(),
        taskType: z.number().int(),
        startAt: Instant,
        endAt: Instant,
        state: State,
        lateCompletion: z.boolean(),
        itemCount: z.number().int(),
        ...Counts,
        canChange: z.boolean().meta({ description: 'false: it also concerns people of other departments' }),
      }),
    ),
  },
  'GET /course/auth/study/tasks/view': {
    summary: 'Get a task; people outside of the departments of the viewer are counted only',
    auth: 'training.read',
    input: ById,
    data: z.object({
      id: Id,
      revision: z.number().int(),
      state: State,
      isFromPack: z.boolean(),
      ...settings,
      summary: z.string(),
      taskType: z.number().int(),
      startAt: Instant,
      endAt: Instant,
      items: z.array(Item.extend({ title: z.string(), releaseAt: Instant.nullable() })).max(MAX_ITEMS.taskItems),
      rules: z
        .array(Rule.extend({ department: z.string().nullable(), position: z.string().nullable() }))
        .max(MAX_ITEMS.requirementRules),
      people: z
        .array(Named.extend({ userName: z.string(), department: z.string().nullable() }))
        .max(MAX_ITEMS.requirementPeople),
      hiddenPeople: z.number().int(),
      ...Counts,
      canChange: z.boolean(),
    }),
  },
  'POST /course/auth/study/tasks/save': {
    summary: 'Add a task as a draft, or change one; 409 for an earlier revision',
    auth: 'training.write',
    input: saveOf(Draft),
    data: z.object({ id: Id, revision: z.number().int() }),
  },
  'POST /course/auth/study/tasks/preview': {
    summary: 'Say who would get a task and who would not have it any more, if it were saved and published',
    auth: 'training.write',
    input: Draft,
    data: z.object({
      count: z.number().int().meta({ description: 'people who would have it' }),
      added: z.number().int(),
      removed: z.number().int(),
      addedNames: z.array(z.string()).max(MAX_ITEMS.factItems),
      removedNames: z.array(z.string()).max(MAX_ITEMS.factItems),
      hidden: z
        .number()
        .int()
        .meta({ description: 'of those who would not have it any more: with progress, which is kept' }),
      overdue: z.number().int().meta({ description: 'who would be overdue at once: the end has passed' }),
    }),
  },
  'POST /course/auth/study/tasks/phase': {
    summary: 'Publish a task, end it now, or cancel it; 409 for an earlier revision',
    auth: 'training.write',
    input: z.object({
      id: Id,
      revision: whole(0, 2_000_000_000),
      phase: z
        .enum(['published', 'ended', 'cancelled'])
        .meta({ description: '`cancelled`: nobody sees it; progress stays' }),
    }),
    data: z.object({ id: Id, revision: z.number().int() }),
  },
  'POST /course/auth/study/tasks/copy': {
    summary: 'Make a draft of a task, with the same items and audience, which begins now',
    auth: 'training.write',
    input: ById,
    data: ById,
  },
  'DELETE /course/auth/study/tasks/delete': {
    summary: 'Delete a draft that nobody has had',
    auth: 'training.write',
    input: ById,
    data: z.null(),
  },
  'POST /course/auth/study/tasks/subject/page': {
    summary: 'List what can be an item of a task, by title',
    auth: 'training.read',
    input: paged().extend({ kind: z.enum(TASK_SUBJECT_KINDS), keyword: Keyword }),
    data: page(z.object({ kind: z.enum(TASK_SUBJECT_KINDS), id: Id, title: z.string() })),
  },
  'POST /course/auth/study/tasks/progress/page': {
    summary: 'List the people of a task whom the viewer may see, with their progress, by department and name',
    auth: 'training.read',
    input: paged().extend(ProgressFilter.shape),
    data: page(
      z.object({
        userId: Id,
        userName: z.string(),
        employeeNo: z.string().nullable(),
        department: z.string().nullable(),
        post: z.string().nullable(),
        state: ProgressState,
        studyProgress: z.number().int(),
        assignedAt: Instant,
        completedOn: z.string().nullable().meta({ description: 'day, `2026-03-01`' }),
      }),
    ),
  },
  'POST /course/auth/study/tasks/progress/total': {
    summary: 'Count the people of a task by department and state',
    auth: 'training.read',
    input: ProgressFilter.omit({ state: true, sort: true }),
    data: z.object({
      departments: z
        .array(z.object({ department: z.string().nullable(), ...Counts, started: z.number().int() }))
        .max(MAX_ITEMS.organisationDepartments),
    }),
  },
  'POST /course/auth/study/tasks/progress/export': {
    summary: 'Request an export of the people of a task, with the filter of the list',
    auth: 'training.read',
    input: ProgressFilter,
    data: ExportRecord,
  },
});
