import { sql } from 'drizzle-orm';
import {
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
import { ROOM_TYPES, type RoomType } from '#src/contract/rules/study.ts';
import {
  code,
  enterpriseId,
  gmtCreate,
  gmtModified,
  id,
  int4multirange,
  moment,
  sort,
} from '#src/server/core/db/columns.ts';
import { coachingPlan } from '#src/server/coaching/tables.ts';
import { atLeast, between, oneOf } from '#src/server/core/db/constraints.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';
import { course, courseResource } from '#src/server/course/tables.ts';
import { evaluationForm } from '#src/server/evaluation/tables.ts';

/**
 * What a user has watched of one resource; all progress figures are derived from it (docs/specification.md, section
 * "Study time").
 */
export const resourceProgress = pgTable(
  'resource_progress',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    resourceId: uuid('resource_id').notNull(),
    courseId: uuid('course_id').notNull(),
    /** Watched ranges, in whole seconds. */
    watched: int4multirange('watched').notNull().default('{}'),
    /** Seconds covered by `watched`. */
    watchedSeconds: integer('watched_seconds').notNull().default(0),
    /** Last position of the player, in seconds. */
    position: integer('position').notNull().default(0),
    playbackRate: numeric('playback_rate', { precision: 3, scale: 2 }).notNull().default('1'),
    captionsOn: boolean('captions_on').notNull().default(false),
    /** 0–100. */
    studyProgress: integer('study_progress').notNull().default(0),
    /** Seconds that the user spent on it, including repeated parts. */
    studySeconds: integer('study_seconds').notNull().default(0),
    completedAt: moment('completed_at'),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.userId, t.resourceId] }),
    foreignKey({
      columns: [t.enterpriseId, t.resourceId],
      foreignColumns: [courseResource.enterpriseId, courseResource.id],
    }),
    index().on(t.enterpriseId, t.userId, t.courseId),
    memberKey(t.enterpriseId, t.userId),
    atLeast(t.watchedSeconds, 0),
    atLeast(t.position, 0),
    atLeast(t.playbackRate, 0),
    between(t.studyProgress, 0, 100),
    atLeast(t.studySeconds, 0),
  ],
);

/** A user's progress in one course, derived from `resource_progress` in the same transaction. */
export const courseProgress = pgTable(
  'course_progress',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    courseId: uuid('course_id').notNull(),
    /** 0–100. */
    studyProgress: integer('study_progress').notNull().default(0),
    status: text('status').$type<'learning' | 'completed'>().notNull().default('learning'),
    lastResourceId: uuid('last_resource_id'),
    studySeconds: integer('study_seconds').notNull().default(0),
    startedAt: moment('started_at').notNull().defaultNow(),
    completedAt: moment('completed_at'),
    /** Since when the user studies the completed course again (`renew-course.ts`); null: does not. */
    renewingSince: moment('renewing_since'),
    /** The last publication after which the user had to study changed items again (`require-restudy.ts`). */
    restudyAt: moment('restudy_at'),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.userId, t.courseId] }),
    foreignKey({ columns: [t.enterpriseId, t.courseId], foreignColumns: [course.enterpriseId, course.id] }),
    index().on(t.enterpriseId, t.userId, t.gmtModified),
    memberKey(t.enterpriseId, t.userId),
    between(t.studyProgress, 0, 100),
    oneOf(t.status, ['learning', 'completed']),
    atLeast(t.studySeconds, 0),
  ],
);

/** Each time a user has completed a course again; the first time is in `course_progress`. */
export const courseRenewal = pgTable(
  'course_renewal',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    userId: uuid('user_id').notNull(),
    courseId: uuid('course_id').notNull(),
    startedAt: moment('started_at').notNull(),
    completedAt: moment('completed_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    foreignKey({ columns: [t.enterpriseId, t.courseId], foreignColumns: [course.enterpriseId, course.id] }),
    index().on(t.enterpriseId, t.userId, t.courseId),
    memberKey(t.enterpriseId, t.userId),
  ],
);

/**
 * One study clock per user: the unspent budget of wall-clock time, and the open player. The watched seconds of all tabs
 * are subtracted from this budget.
 */
export const studyClock = pgTable(
  'study_clock',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    /** The open player; reports of others are rejected as taken over. */
    playerId: uuid('player_id').notNull(),
    resourceId: uuid('resource_id').notNull(),
    openedAt: moment('opened_at').notNull(),
    /** Until when wall-clock time has been added to the budget. */
    lastReportAt: moment('last_report_at').notNull(),
    /** Milliseconds of content that may still be counted. */
    budgetMs: integer('budget_ms').notNull().default(0),
    /** Whether the player was playing after its last report. */
    active: boolean('active').notNull().default(false),
    /** Seconds of study counted with this player. */
    playerSeconds: integer('player_seconds').notNull().default(0),
    /** The study room over several courses in which the player was opened; null: that of the course. */
    roomType: text('room_type').$type<RoomType>(),
    roomId: uuid('room_id'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.userId] }),
    memberKey(t.enterpriseId, t.userId),
    atLeast(t.budgetMs, 0),
    atLeast(t.playerSeconds, 0),
    oneOf(t.roomType, ROOM_TYPES),
    check('study_clock_room_check', sql`(${t.roomType} is null) = (${t.roomId} is null)`),
  ],
);

/**
 * A report that was rejected wholly or in part, with the reason: the data for "why isn't this counted?". Partitioned by
 * the month of `id`.
 */
export const studyRefusal = pgTable(
  'study_refusal',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    userId: uuid('user_id').notNull(),
    resourceId: uuid('resource_id').notNull(),
    reason: text('reason').notNull(),
    claimedSeconds: integer('claimed_seconds').notNull(),
    acceptedSeconds: integer('accepted_seconds').notNull(),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    index().on(t.enterpriseId, t.userId, t.gmtCreate),
    // For the deletion of old rows.
    index().on(t.enterpriseId, t.gmtCreate),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.reason, [
      'tooFast',
      'takenOver',
      'beyondDuration',
      'skippedAhead',
      'questionFirst',
      'unpublished',
      'purchaseFirst',
      'registerFirst',
      'registrationPending',
      'registrationRejected',
    ]),
    atLeast(t.claimedSeconds, 0),
    atLeast(t.acceptedSeconds, 0),
  ],
);

export const studyTask = pgTable(
  'study_task',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    code: code(),
    title: text('title').notNull(),
    summary: text('summary'),
    /** 1 learning, 2 exam, 3 assessment, 4 coaching. */
    taskType: integer('task_type').notNull().default(1),
    startAt: moment('start_at').notNull(),
    endAt: moment('end_at').notNull(),
    /** Whether items that were finished before the task was given count. */
    countsEarlier: boolean('counts_earlier').notNull().default(true),
    /** Each item opens when the one before it is complete. */
    ordered: boolean('ordered').notNull().default(false),
    /** Items that are finished after the end count, and are shown as late. */
    lateCompletion: boolean('late_completion').notNull().default(false),
    /** Whether members are told before the end and at the end. */
    reminders: boolean('reminders').notNull().default(true),
    published: boolean('published').notNull().default(true),
    /** When it was published for the last time and withdrawn; null: a draft, published, or removed from its pack. */
    cancelledAt: moment('cancelled_at'),
    /** How often its end was changed since it was published: the reminders of each end are sent once. */
    endChanges: integer('end_changes').notNull().default(0),
    /** The stored progress of its members is to be computed anew. */
    stale: boolean('stale').notNull().default(false),
    revision: integer('revision').notNull().default(1),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.code),
    atLeast(t.endChanges, 0),
    atLeast(t.revision, 1),
    between(t.taskType, 1, 4),
    check('study_task_period_check', sql`${t.endAt} > ${t.startAt}`),
  ],
);

/** An item of a task: a course, an exam, a coaching or an assessment. Exactly one of these ids is set. */
export const studyTaskItem = pgTable(
  'study_task_item',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    taskId: uuid('task_id').notNull(),
    courseId: uuid('course_id'),
    examId: uuid('exam_id'),
    evaluationFormId: uuid('evaluation_form_id'),
    coachingPlanId: uuid('coaching_plan_id'),
    /** The item is locked before this. */
    releaseAt: moment('release_at'),
    /** Items of the task, above this one, that must be complete first. */
    afterIds: uuid('after_ids').array().notNull().default([]),
    sort: sort(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique('study_task_item_subject_unique')
      .on(t.enterpriseId, t.taskId, t.courseId, t.examId, t.evaluationFormId, t.coachingPlanId)
      .nullsNotDistinct(),
    foreignKey({ columns: [t.enterpriseId, t.taskId], foreignColumns: [studyTask.enterpriseId, studyTask.id] }),
    foreignKey({
      columns: [t.enterpriseId, t.evaluationFormId],
      foreignColumns: [evaluationForm.enterpriseId, evaluationForm.id],
    }),
    foreignKey({
      columns: [t.enterpriseId, t.coachingPlanId],
      foreignColumns: [coachingPlan.enterpriseId, coachingPlan.id],
    }),
    index().on(t.enterpriseId, t.courseId),
    index().on(t.enterpriseId, t.examId),
    index().on(t.enterpriseId, t.evaluationFormId),
    index().on(t.enterpriseId, t.coachingPlanId),
    check(
      'study_task_item_subject_check',
      sql`num_nonnulls(${t.courseId}, ${t.examId}, ${t.evaluationFormId}, ${t.coachingPlanId}) = 1`,
    ),
  ],
);

/** Assignment of a task to a user, with its progress. Not changed after the end of the task. */
export const studyTaskUser = pgTable(
  'study_task_user',
  {
    enterpriseId: enterpriseId(),
    taskId: uuid('task_id').notNull(),
    userId: uuid('user_id').notNull(),
    /** 0–100. */
    studyProgress: integer('study_progress').notNull().default(0),
    completedAt: moment('completed_at'),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.taskId, t.userId] }),
    foreignKey({ columns: [t.enterpriseId, t.taskId], foreignColumns: [studyTask.enterpriseId, studyTask.id] }),
    index().on(t.enterpriseId, t.userId),
    memberKey(t.enterpriseId, t.userId),
    between(t.studyProgress, 0, 100),
  ],
);
