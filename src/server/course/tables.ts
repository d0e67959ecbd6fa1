import { and, eq, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  enterpriseId,
  id,
  moment,
  gmtCreate,
  gmtModified,
  code,
  sort,
  localized,
  amount,
} from '#src/server/core/db/columns.ts';
import { oneOf, atLeast, between, matches } from '#src/server/core/db/constraints.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';
import { file } from '#src/server/file/tables.ts';
import { ruleColumns, ruleKeys } from '#src/server/organisation/tables.ts';
import { lecturer } from '#src/server/lecturer/tables.ts';
import { certificate } from '#src/server/record/tables/certificate.ts';

export type CourseStatus = 'published' | 'restricted' | 'unpublished';

export const course = pgTable(
  'course',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    code: code(),
    title: text('title').notNull(),
    summary: text('summary'),
    /** Markdown. */
    description: text('description'),
    coverFileId: uuid('cover_file_id'),
    /** 1 online recorded, 2 offline face-to-face, 3 online live. */
    courseType: integer('course_type').notNull().default(1),
    categoryId: uuid('category_id'),
    lecturerId: uuid('lecturer_id'),
    classHours: amount('class_hours').notNull().default('0'),
    /** Kind of the class hours: required, culture, lecturer, other. */
    hourKind: text('hour_kind').notNull().default('other'),
    credits: amount('credits').notNull().default('0'),
    points: amount('points').notNull().default('0'),
    /** Percent of a resource that must be watched for it to count as complete. */
    completionThreshold: integer('completion_threshold').notNull().default(90),
    /** Media can be played only as far as they were watched, until they are complete. */
    noSkipping: boolean('no_skipping').notNull().default(false),
    /** An item opens when those before it are complete. */
    itemsInOrder: boolean('items_in_order').notNull().default(false),
    /** Issued with each completion; null: none. */
    certificateId: uuid('certificate_id'),
    /** Videos show the name and the last digits of the phone number of the learner. */
    watermark: boolean('watermark').notNull().default(false),
    /** Highest speed of the player, and the speed at which watched seconds count. */
    maxPlaybackRate: numeric('max_playback_rate', { precision: 3, scale: 2 }).notNull().default('2'),
    /** `restricted`: published for its audience only; whoever asks for published courses does not find it. */
    status: text('status').$type<CourseStatus>().notNull().default('published'),
    /** It has an audience (`course_rule`, `course_person`), whether or not it is published. */
    restricted: boolean('restricted').notNull().default(false),
    /** The course may be studied only after an approved registration. */
    registrationRequired: boolean('registration_required').notNull().default(false),
    /** The course may be studied only with a seat of an approved order. */
    purchaseRequired: boolean('purchase_required').notNull().default(false),
    /** Price of one seat. */
    price: amount('price').notNull().default('0'),
    /** ISO 4217. */
    currency: text('currency').notNull().default('CNY'),
    publishedAt: moment('published_at').notNull().defaultNow(),
    gmtCreate: gmtCreate(),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.code),
    foreignKey({ columns: [t.enterpriseId, t.categoryId], foreignColumns: [category.enterpriseId, category.id] }),
    foreignKey({ columns: [t.enterpriseId, t.lecturerId], foreignColumns: [lecturer.enterpriseId, lecturer.id] }),
    foreignKey({
      name: 'course_certificate_fk',
      columns: [t.enterpriseId, t.certificateId],
      foreignColumns: [certificate.enterpriseId, certificate.id],
    }),
    index().on(t.enterpriseId, t.status, t.courseType, t.publishedAt, t.id),
    // Where the files of the library are shown: few descriptions have pictures.
    index('course_pictures')
      .on(t.enterpriseId, t.id)
      .where(sql`description like '%/media/%'`),
    index('course_cover')
      .on(t.enterpriseId, t.coverFileId)
      .where(sql`cover_file_id is not null`),
    between(t.courseType, 1, 3),
    atLeast(t.classHours, 0),
    oneOf(t.hourKind, ['required', 'culture', 'lecturer', 'other']),
    atLeast(t.credits, 0),
    atLeast(t.points, 0),
    between(t.completionThreshold, 1, 100),
    between(t.maxPlaybackRate, 1, 2),
    oneOf(t.status, ['published', 'restricted', 'unpublished']),
    atLeast(t.price, 0),
    matches(t.currency, '^[A-Z]{3}$'),
  ],
);

/** Node of a course's resource tree. `id` is `subResourceId` in the API. */
export const courseResource = pgTable(
  'course_resource',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    courseId: uuid('course_id').notNull(),
    code: code(),
    parentId: uuid('parent_id'),
    subResourceName: text('sub_resource_name').notNull(),
    /** 2 directory/video, 3 exam, 4 image, 5 research, 6 offline training, 7 real operation, 8 job evaluation. */
    contentType: integer('content_type').notNull(),
    /** 2 video, 3 audio, 4 document, 5 image, 6 archive, 7 link; null for directories and exams. */
    resourceType: integer('resource_type'),
    fileId: uuid('file_id'),
    examId: uuid('exam_id'),
    /** Activity that is set up for the resource, in the tables of its domain; null if there is none. */
    activity: text('activity').$type<'questionnaire' | 'training' | 'evaluation' | 'live'>(),
    /** Seconds; for a document the expected reading time. */
    totalDuration: integer('total_duration').notNull().default(0),
    /** Address of a link. */
    linkUrl: text('link_url'),
    /** It is locked before this. */
    releaseAt: moment('release_at'),
    /** It is locked until so many days after the learner has begun. */
    releaseDays: integer('release_days'),
    sort: sort(),
    published: boolean('published').notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.courseId, t.code),
    foreignKey({ columns: [t.enterpriseId, t.courseId], foreignColumns: [course.enterpriseId, course.id] }),
    foreignKey({ columns: [t.enterpriseId, t.parentId], foreignColumns: [t.enterpriseId, t.id] }),
    foreignKey({ columns: [t.enterpriseId, t.fileId], foreignColumns: [file.enterpriseId, file.id] }),
    index().on(t.enterpriseId, t.courseId, t.sort),
    index('course_resource_file')
      .on(t.enterpriseId, t.fileId)
      .where(sql`file_id is not null`),
    between(t.contentType, 2, 8),
    between(t.resourceType, 2, 7),
    atLeast(t.totalDuration, 0),
    oneOf(t.activity, ['questionnaire', 'training', 'evaluation', 'live']),
    check('course_resource_link_check', sql`(${t.linkUrl} is not null) = (${t.resourceType} is not distinct from 7)`),
    matches(t.linkUrl, '^https://'),
    atLeast(t.releaseDays, 1),
    check('course_resource_exam_check', sql`${t.examId} is null or ${t.contentType} = 3`),
  ],
);

/**
 * Members who see a restricted course, also future ones: those to whom all that a row names applies. `excluded`: who does not see it,
 * although another row names them.
 */
export const courseRule = pgTable('course_rule', { ...ruleColumns(), courseId: uuid('course_id').notNull() }, (t) => [
  ...ruleKeys(t),
  foreignKey({ columns: [t.enterpriseId, t.courseId], foreignColumns: [course.enterpriseId, course.id] }),
  index().on(t.enterpriseId, t.courseId),
]);

/** A member whom the audience of a course names: they see it, or they are an exception from its rules. */
export const coursePerson = pgTable(
  'course_person',
  {
    enterpriseId: enterpriseId(),
    courseId: uuid('course_id').notNull(),
    userId: uuid('user_id').notNull(),
    excluded: boolean('excluded').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.courseId, t.userId] }),
    foreignKey({ columns: [t.enterpriseId, t.courseId], foreignColumns: [course.enterpriseId, course.id] }),
    memberKey(t.enterpriseId, t.userId),
    index().on(t.enterpriseId, t.userId),
  ],
);

/** Registration for a course: pending, then approved or not approved. */
export const courseRegistration = pgTable(
  'course_registration',
  {
    enterpriseId: enterpriseId(),
    courseId: uuid('course_id').notNull(),
    userId: uuid('user_id').notNull(),
    status: text('status').$type<'pending' | 'approved' | 'rejected'>().notNull().default('pending'),
    gmtCreate: gmtCreate(),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.courseId, t.userId] }),
    foreignKey({ columns: [t.enterpriseId, t.courseId], foreignColumns: [course.enterpriseId, course.id] }),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.status, ['pending', 'approved', 'rejected']),
  ],
);

/** A learning project: a set of courses. */
export const project = pgTable(
  'project',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    code: code(),
    title: text('title').notNull(),
    summary: text('summary'),
    /** Markdown. */
    description: text('description'),
    coverFileId: uuid('cover_file_id'),
    categoryId: uuid('category_id'),
    status: text('status').$type<'published' | 'unpublished'>().notNull().default('published'),
    /** Its courses count towards it only after an approved registration. */
    registrationRequired: boolean('registration_required').notNull().default(false),
    /** Its stages are locked before it begins; nothing is closed when it ends. */
    startAt: moment('start_at'),
    endAt: moment('end_at'),
    publishedAt: moment('published_at').notNull().defaultNow(),
    gmtCreate: gmtCreate(),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.code),
    foreignKey({ columns: [t.enterpriseId, t.categoryId], foreignColumns: [category.enterpriseId, category.id] }),
    index().on(t.enterpriseId, t.status, t.publishedAt, t.id),
    oneOf(t.status, ['published', 'unpublished']),
    check('project_period_check', sql`${t.endAt} > ${t.startAt}`),
  ],
);
/** A stage of a learning project, in order. What belongs to no stage comes first. */
export const projectStage = pgTable(
  'project_stage',
  {
    enterpriseId: enterpriseId(),
    projectId: uuid('project_id').notNull(),
    id: id(),
    name: localized('name').notNull(),
    startAt: moment('start_at'),
    endAt: moment('end_at'),
    /** When it opens: at once, when the stage before is complete, or at its start. */
    opens: text('opens').$type<'always' | 'previous' | 'date'>().notNull().default('always'),
    sort: sort(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    index().on(t.enterpriseId, t.projectId),
    foreignKey({ columns: [t.enterpriseId, t.projectId], foreignColumns: [project.enterpriseId, project.id] }),
    oneOf(t.opens, ['always', 'previous', 'date']),
    check('project_stage_date_check', sql`${t.opens} <> 'date' or ${t.startAt} is not null`),
    check('project_stage_period_check', sql`${t.endAt} > ${t.startAt}`),
  ],
);

/** An item of a project belongs to a stage of that project, or to none; that it is of that project, `editing/kinds/project-kind.ts` checks. */
const stageKey = (name: string, t: Record<'enterpriseId' | 'stageId', AnyPgColumn>) =>
  foreignKey({
    name,
    columns: [t.enterpriseId, t.stageId],
    foreignColumns: [projectStage.enterpriseId, projectStage.id],
  });
export const projectCourse = pgTable(
  'project_course',
  {
    enterpriseId: enterpriseId(),
    projectId: uuid('project_id').notNull(),
    courseId: uuid('course_id').notNull(),
    /** False: elective, not needed to complete the project. */
    required: boolean('required').notNull().default(true),
    /** Place among the courses and exams of the project. */
    sort: sort(),
    stageId: uuid('stage_id'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.projectId, t.courseId] }),
    foreignKey({ columns: [t.enterpriseId, t.projectId], foreignColumns: [project.enterpriseId, project.id] }),
    foreignKey({ columns: [t.enterpriseId, t.courseId], foreignColumns: [course.enterpriseId, course.id] }),
    stageKey('project_course_stage_fk', t),
    index().on(t.enterpriseId, t.courseId),
  ],
);
/** An exam of a project. */
export const projectExam = pgTable(
  'project_exam',
  {
    enterpriseId: enterpriseId(),
    projectId: uuid('project_id').notNull(),
    examId: uuid('exam_id').notNull(),
    required: boolean('required').notNull().default(true),
    sort: sort(),
    stageId: uuid('stage_id'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.projectId, t.examId] }),
    foreignKey({ columns: [t.enterpriseId, t.projectId], foreignColumns: [project.enterpriseId, project.id] }),
    stageKey('project_exam_stage_fk', t),
    index().on(t.enterpriseId, t.examId),
  ],
);

/** Registration for a project. */
export const projectRegistration = pgTable(
  'project_registration',
  {
    enterpriseId: enterpriseId(),
    projectId: uuid('project_id').notNull(),
    userId: uuid('user_id').notNull(),
    status: text('status').$type<'pending' | 'approved' | 'rejected'>().notNull().default('pending'),
    gmtCreate: gmtCreate(),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.projectId, t.userId] }),
    foreignKey({ columns: [t.enterpriseId, t.projectId], foreignColumns: [project.enterpriseId, project.id] }),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.status, ['pending', 'approved', 'rejected']),
  ],
);

/** Course categories, a tree. */
export const category = pgTable(
  'category',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    code: code(),
    name: localized('name').notNull(),
    parentId: uuid('parent_id'),
    sort: sort(),
    published: boolean('published').notNull().default(true),
    /** Since then it is in no list of editors; it can be restored for `RESTORABLE_DAYS`. */
    deletedAt: moment('deleted_at'),
    /** Increases with each change of its name and of whether learners see it. */
    revision: integer('revision').notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.code),
    foreignKey({ columns: [t.enterpriseId, t.parentId], foreignColumns: [t.enterpriseId, t.id] }),
    index().on(t.enterpriseId, t.parentId),
    // What learners read asks for published categories only.
    check('category_deleted_check', sql`${t.deletedAt} is null or not ${t.published}`),
  ],
);

/** Joins a course with its lecturer, if that one is published. */
export const isLecturerOf = () =>
  and(eq(lecturer.enterpriseId, course.enterpriseId), eq(lecturer.id, course.lecturerId), eq(lecturer.published, true));

/** Joins a course or project with its category, if that one is published. */
export const isCategoryOf = (of: typeof course | typeof project) =>
  and(eq(category.enterpriseId, of.enterpriseId), eq(category.id, of.categoryId), eq(category.published, true));

export type ReactionSubject = 'course' | 'project' | 'announcement' | 'post';

/** A user's reaction to one subject: like, bookmark, rating 1–5. */
export const reaction = pgTable(
  'reaction',
  {
    enterpriseId: enterpriseId(),
    subjectType: text('subject_type').$type<ReactionSubject>().notNull(),
    subjectId: uuid('subject_id').notNull(),
    userId: uuid('user_id').notNull(),
    likedAt: moment('liked_at'),
    bookmarkedAt: moment('bookmarked_at'),
    rating: integer('rating'),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.subjectType, t.subjectId, t.userId] }),
    index().on(t.enterpriseId, t.userId, t.bookmarkedAt),
    check('reaction_rating', sql`${t.rating} between 1 and 5`),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.subjectType, ['course', 'project', 'announcement', 'post']),
  ],
);
