import { z } from 'zod';
import { CONTENT_STATES } from './rules/editing.ts';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { Amount, ById, Empty, Id, Instant, page, paged, saveOf, SeenRevision, sorted, whole } from './common.ts';
import { BulkJob, chosenRows, isChosen, NOT_CHOSEN } from './bulk.ts';
import { define } from './define.ts';
import { EditedThing } from './editing.ts';

/* Lists of the editors of content, and what their editors offer. */

const Keyword = z.string().trim().max(100, { error: 'field.tooLong' }).optional();
const State = z.enum(CONTENT_STATES, { error: 'field.invalid' }).optional();
/** `draft`: with unpublished changes; `planned`: with a planned publication or withdrawal; `pack`: of a content pack. */
const Mark = z.enum(['draft', 'planned', 'pack'], { error: 'field.invalid' }).optional();
const filters = { keyword: Keyword, state: State, mark: Mark };

const ProjectFilter = z.object({ ...filters, categoryId: Id.optional() });
const CourseFilter = ProjectFilter.extend({ courseType: whole(1, 3).optional(), lecturerId: Id.optional() });

const Name = z.string().trim().max(60, { error: 'field.tooLong' });
const LocalizedName = z
  .object({ zh: Name, en: Name })
  .refine(({ zh, en }) => zh !== '' || en !== '', { error: 'field.required', path: ['zh'] });

const ManagedCategory = z.object({
  id: Id,
  parentId: Id.nullable(),
  name: z.object({ zh: z.string(), en: z.string() }),
  published: z.boolean(),
  isFromPack: z.boolean(),
  courseCount: z.number().int(),
  projectCount: z.number().int(),
  zoneCount: z.number().int().meta({ description: 'sections of the landing page that show its courses' }),
  revision: z.number().int(),
});

export const editingLists = define({
  'POST /system/auth/content/course/page': {
    summary: 'List all courses for their editors, the latest change first; deleted ones only with `state`',
    auth: 'content.manage',
    input: paged().extend({
      ...CourseFilter.shape,
      sort: sorted('title', 'changedAt', 'studentCount', 'classHours'),
    }),
    data: page(
      z.object({
        id: Id,
        title: z.string(),
        cover: z.string().nullable(),
        courseType: z.number().int(),
        categoryName: z.string().nullable(),
        lecturerName: z.string().nullable(),
        classHours: Amount,
        itemCount: z.number().int(),
        studentCount: z.number().int(),
        ...EditedThing,
      }),
    ),
  },
  'POST /system/auth/content/project/page': {
    summary: 'List all learning projects for their editors, the latest change first; deleted ones only with `state`',
    auth: 'content.manage',
    input: paged().extend({ ...ProjectFilter.shape, sort: sorted('title', 'changedAt') }),
    data: page(
      z.object({
        id: Id,
        title: z.string(),
        categoryName: z.string().nullable(),
        courseCount: z.number().int(),
        ...EditedThing,
      }),
    ),
  },
  'POST /system/auth/content/bulk/save': {
    summary:
      'Begin to publish several courses or learning projects, or to give them a category or a lecturer; a job does so, one by one',
    auth: 'content.manage',
    input: z
      .object({
        kind: z.enum(['course', 'project'], { error: 'field.invalid' }),
        action: z.enum(['publish', 'category', 'lecturer'], { error: 'field.invalid' }),
        categoryId: Id.optional().meta({ description: 'only of `category`' }),
        lecturerId: Id.optional().meta({ description: 'only of `lecturer`, which only courses have' }),
        ...chosenRows(CourseFilter),
      })
      .refine(isChosen, NOT_CHOSEN)
      .refine(({ kind, action }) => kind === 'course' || action !== 'lecturer', {
        path: ['action'],
        error: 'field.invalid',
      })
      .refine(({ action, categoryId }) => (action === 'category') === Boolean(categoryId), {
        path: ['categoryId'],
        error: 'field.required',
      })
      .refine(({ action, lecturerId }) => (action === 'lecturer') === Boolean(lecturerId), {
        path: ['lecturerId'],
        error: 'field.required',
      }),
    data: BulkJob,
  },
  'POST /system/auth/content/lecturer/page': {
    summary: 'List all lecturers for their editors, in their order; deleted ones only with `state`',
    auth: 'content.manage',
    input: paged().extend({ ...filters, sort: sorted('lecturerName', 'changedAt') }),
    data: page(
      z.object({
        id: Id,
        lecturerName: z.string(),
        lecturerLevel: z.string(),
        title: z.string().nullable(),
        photo: z.string().nullable(),
        userName: z.string().nullable(),
        annualTeachingHours: Amount,
        courseCount: z.number().int(),
        ...EditedThing,
      }),
    ),
  },
  'POST /system/auth/content/subject/page': {
    summary: 'List what an editor can choose, by title: courses, projects, exams, lecturers',
    auth: 'content.manage',
    input: paged().extend({
      kind: z.enum(['course', 'project', 'exam', 'lecturer'], { error: 'field.invalid' }),
      keyword: Keyword,
      ids: z.array(Id).max(100, { error: 'field.tooLong' }).default([]).meta({ description: 'only these' }),
    }),
    data: page(z.object({ id: Id, title: z.string() })),
  },
  'POST /system/auth/content/name/list': {
    summary:
      'Get the names of what documents refer to: lecturers, pictures and members, also of deleted and former ones',
    auth: 'content.manage',
    input: z.object({ ids: z.array(Id).max(MAX_ITEMS.documentNames, { error: 'field.tooMany' }) }),
    data: z.object({
      names: z
        .array(z.object({ id: Id, name: z.string() }))
        .max(MAX_ITEMS.documentNames)
        .meta({ description: 'in no order; ids that were not found are left out' }),
    }),
  },
  'POST /system/auth/content/member/page': {
    summary: 'Find active members by name, to choose one',
    auth: 'content.manage',
    input: paged(10, 20).extend({ keyword: z.string().trim().min(1).max(100, { error: 'field.tooLong' }) }),
    data: page(z.object({ userId: Id, userName: z.string(), department: z.string().nullable() })),
  },
  'GET /system/auth/content/category/list': {
    summary: 'List all categories for their editors, in the order of the tree, and deleted ones that can be restored',
    auth: 'content.manage',
    input: Empty,
    data: z.object({
      categories: z.array(ManagedCategory).max(MAX_ITEMS.categories),
      deleted: z
        .array(ManagedCategory.pick({ id: true, name: true }).extend({ deletedAt: Instant }))
        .max(MAX_ITEMS.categories),
    }),
  },
  'POST /system/auth/content/category/save': {
    summary: 'Add a category, or change its names and whether learners see it',
    auth: 'content.manage',
    input: saveOf(
      z.object({
        id: Id.optional(),
        parentId: Id.nullable(),
        name: LocalizedName,
        published: z.boolean(),
        revision: SeenRevision,
      }),
    ),
    data: ById,
  },
  'POST /system/auth/content/category/move': {
    summary: 'Move a category below another one, or to the top, to a place among its siblings',
    auth: 'content.manage',
    input: ById.extend({ parentId: Id.nullable(), place: whole(0, MAX_ITEMS.categories) }),
    data: ById,
  },
  'DELETE /system/auth/content/category/delete': {
    summary: 'Delete a category that nothing belongs to; it can be restored for 30 days',
    auth: 'content.manage',
    input: ById,
    data: ById,
  },
  'PUT /system/auth/content/category/restore': {
    summary: 'Restore a deleted category where it was, or at the top if what it was below is deleted',
    auth: 'content.manage',
    input: ById.extend({
      published: z.boolean().default(false).meta({ description: 'whether learners see it at once' }),
    }),
    data: z.object({ id: Id, toTop: z.boolean().meta({ description: 'what it was below is deleted' }) }),
  },
});
