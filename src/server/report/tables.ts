import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  type Definition,
  EVERY,
  type Every,
  REPORT_DELIVERY_REASONS,
  REPORT_DELIVERY_STATES,
  type ReportDeliveryReason,
  type ReportDeliveryState,
} from '#src/contract/rules/report.ts';
import type { Locale } from '#src/i18n/locale.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';
import { enterpriseId, gmtCreate, gmtModified, id, moment } from '#src/server/core/db/columns.ts';
import { atLeast, between, oneOf } from '#src/server/core/db/constraints.ts';
import type { Computed } from './compute.ts';

/** A report that somebody saved. */
export const report = pgTable(
  'report',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    /** Who saved it; nobody else sees it unless it is shared. */
    userId: uuid('user_id').notNull(),
    name: text('name').notNull(),
    isShared: boolean('is_shared').notNull().default(false),
    definition: jsonb('definition').$type<Definition>().notNull(),
    revision: integer('revision').notNull().default(1),
    /** Since then nobody sees it; it can be restored for `RESTORABLE_DAYS`. */
    deletedAt: moment('deleted_at'),
    gmtCreate: gmtCreate(),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    index().on(t.enterpriseId, t.userId),
    memberKey(t.enterpriseId, t.userId),
    atLeast(t.revision, 1),
  ],
);

const reportKey = (name: string, t: { enterpriseId: typeof report.enterpriseId; reportId: typeof report.id }) =>
  foreignKey({
    name,
    columns: [t.enterpriseId, t.reportId],
    foreignColumns: [report.enterpriseId, report.id],
  }).onDelete('cascade');

/** When a report is sent by e-mail. */
export const reportSchedule = pgTable(
  'report_schedule',
  {
    enterpriseId: enterpriseId(),
    reportId: uuid('report_id').notNull(),
    /** Who set it up. */
    userId: uuid('user_id').notNull(),
    every: text('every').$type<Every>().notNull(),
    /** Of the week, 1 is Monday, or of the month. */
    day: integer('day').notNull(),
    /** In the time zone of the enterprise. */
    hour: integer('hour').notNull(),
    format: text('format').$type<'xlsx' | 'csv'>().notNull(),
    isPaused: boolean('is_paused').notNull().default(false),
    /** Language for those who have chosen none for their messages, and the address of the portal for them. */
    locale: text('locale').$type<Locale>().notNull(),
    origin: text('origin').notNull(),
    nextAt: moment('next_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.reportId] }),
    reportKey('report_schedule_report_fk', t as never),
    memberKey(t.enterpriseId, t.userId),
    index().on(t.enterpriseId, t.nextAt),
    oneOf(t.every, EVERY),
    between(t.day, 1, 28),
    between(t.hour, 0, 23),
    oneOf(t.format, ['xlsx', 'csv']),
    oneOf(t.locale, ['zh', 'en']),
  ],
);

/** Who gets a report by e-mail. */
export const reportRecipient = pgTable(
  'report_recipient',
  {
    enterpriseId: enterpriseId(),
    reportId: uuid('report_id').notNull(),
    userId: uuid('user_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.reportId, t.userId] }),
    reportKey('report_recipient_report_fk', t as never),
    memberKey(t.enterpriseId, t.userId),
  ],
);

/** One e-mail with a report, and what became of it. */
export const reportDelivery = pgTable(
  'report_delivery',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    reportId: uuid('report_id').notNull(),
    userId: uuid('user_id').notNull(),
    dueAt: moment('due_at').notNull(),
    state: text('state').$type<ReportDeliveryState>().notNull().default('queued'),
    reason: text('reason').$type<ReportDeliveryReason>(),
    attempts: integer('attempts').notNull().default(0),
    /** When it is tried next; of one that is being sent: from when it counts as interrupted. */
    nextAt: moment('next_at').notNull(),
    /** Rows that were sent. */
    rows: integer('rows'),
    doneAt: moment('done_at'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique('report_delivery_once').on(t.enterpriseId, t.reportId, t.userId, t.dueAt),
    reportKey('report_delivery_report_fk', t as never),
    memberKey(t.enterpriseId, t.userId),
    index('report_delivery_waiting')
      .on(t.enterpriseId, t.nextAt)
      .where(sql`state in ('queued', 'sending')`),
    index('report_delivery_newest').on(t.enterpriseId, t.reportId, t.dueAt, t.id),
    oneOf(t.state, REPORT_DELIVERY_STATES),
    oneOf(t.reason, REPORT_DELIVERY_REASONS),
    atLeast(t.attempts, 0),
    atLeast(t.rows, 0),
    check('report_delivery_done_check', sql`(${t.state} in ('queued', 'sending')) = (${t.doneAt} is null)`),
  ],
);

/** A report that takes too long to wait for: what a job computes for one user, and its result, which is kept for a day. */
export const reportRun = pgTable(
  'report_run',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    userId: uuid('user_id').notNull(),
    /** Digest of the definition and of where the user has the right. */
    key: text('key').notNull(),
    definition: jsonb('definition').$type<Definition>().notNull(),
    locale: text('locale').$type<Locale>().notNull(),
    state: text('state').$type<'running' | 'ready' | 'failed'>().notNull().default('running'),
    result: jsonb('result').$type<Computed>(),
    gmtCreate: gmtCreate(),
    finishedAt: moment('finished_at'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique('report_run_key').on(t.enterpriseId, t.userId, t.key),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.locale, ['zh', 'en']),
    oneOf(t.state, ['running', 'ready', 'failed']),
    check('report_run_ready_check', sql`(${t.state} = 'ready') = (${t.result} is not null)`),
  ],
);
