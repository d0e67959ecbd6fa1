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
import { code, enterpriseId, gmtCreate, gmtModified, id, int4multirange, moment, sort } from './columns.ts';
import { atLeast, between, oneOf } from './constraints.ts';
import { memberKey } from './member-key.ts';
import { course, courseResource } from './course.ts';

/** What a person watched of one resource: the truth that every progress figure derives from (design section 9). */
export const resourceProgress = pgTable(
  'resource_progress',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    resourceId: uuid('resource_id').notNull(),
    courseId: uuid('course_id').notNull(),
    /** Watched seconds, 1 s buckets. */
    watched: int4multirange('watched').notNull().default('{}'),
    /** Seconds covered by `watched`. */
    watchedSeconds: integer('watched_seconds').notNull().default(0),
    /** Second the player last stood at. */
    position: integer('position').notNull().default(0),
    playbackRate: numeric('playback_rate', { precision: 3, scale: 2 }).notNull().default('1'),
    captionsOn: boolean('captions_on').notNull().default(false),
    /** 0–100. */
    studyProgress: integer('study_progress').notNull().default(0),
    /** Seconds the person spent here, whatever was watched. */
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

/** A person's standing in one course, derived from `resource_progress` in the same transaction. */
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

/**
 * One study clock per person: how much wall-clock time is still unspent, and which player is open.
 * Whatever the number of tabs, watched seconds are paid from it (design section 9).
 */
export const studyClock = pgTable(
  'study_clock',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    /** The open player; another one that reports is told that it was taken over. */
    playerId: uuid('player_id').notNull(),
    resourceId: uuid('resource_id').notNull(),
    openedAt: moment('opened_at').notNull(),
    /** Up to when wall-clock time was turned into budget. */
    lastReportAt: moment('last_report_at').notNull(),
    /** Milliseconds of content that time has passed for and that were not spent yet. */
    budgetMs: integer('budget_ms').notNull().default(0),
    /** Whether the player was playing after its last report. */
    active: boolean('active').notNull().default(false),
    /** Seconds of study counted with this player. */
    playerSeconds: integer('player_seconds').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.userId] }),
    memberKey(t.enterpriseId, t.userId),
    atLeast(t.budgetMs, 0),
    atLeast(t.playerSeconds, 0),
  ],
);

/** A report that was refused wholly or in part, and why: answers "why isn't this counted?". */
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
    // For deleting old ones.
    index().on(t.enterpriseId, t.gmtCreate),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.reason, [
      'tooFast',
      'takenOver',
      'beyondDuration',
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
    published: boolean('published').notNull().default(true),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.code),
    between(t.taskType, 1, 4),
    check('study_task_period_check', sql`${t.endAt} > ${t.startAt}`),
  ],
);

/** What a task consists of: courses and exams, in order. Exactly one of the two ids is set. */
export const studyTaskItem = pgTable(
  'study_task_item',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    taskId: uuid('task_id').notNull(),
    courseId: uuid('course_id'),
    examId: uuid('exam_id'),
    sort: sort(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.taskId, t.courseId, t.examId).nullsNotDistinct(),
    foreignKey({ columns: [t.enterpriseId, t.taskId], foreignColumns: [studyTask.enterpriseId, studyTask.id] }),
    index().on(t.enterpriseId, t.courseId),
    index().on(t.enterpriseId, t.examId),
    check('study_task_item_subject_check', sql`num_nonnulls(${t.courseId}, ${t.examId}) = 1`),
  ],
);

/** Assignment of a task to a person, and where it stands. Frozen when the task ends. */
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
