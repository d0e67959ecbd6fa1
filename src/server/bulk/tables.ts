import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { memberKey } from '#src/server/account/tables/member-key.ts';
import { enterpriseId, gmtCreate, id, moment } from '#src/server/core/db/columns.ts';
import { atLeast, oneOf } from '#src/server/core/db/constraints.ts';

/** A change of several rows of a list, which a job applies row by row. */
export const bulkJob = pgTable(
  'bulk_job',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    /** Who asked for it: the job acts for them, and has the rights that they have then. */
    userId: uuid('user_id').notNull(),
    /** Name of a `BulkAction`. */
    action: text('action').notNull(),
    /** What the action wants to know, e.g. a reason. */
    input: jsonb('input').$type<Record<string, unknown>>().notNull(),
    /** The list where it was begun and is shown. */
    list: text('list').notNull(),
    locale: text('locale').$type<'zh' | 'en'>().notNull(),
    state: text('state').$type<'running' | 'done' | 'stopped'>().notNull().default('running'),
    totalCount: integer('total_count').notNull(),
    doneCount: integer('done_count').notNull().default(0),
    failedCount: integer('failed_count').notNull().default(0),
    /** The user has seen the result. */
    dismissed: boolean('dismissed').notNull().default(false),
    gmtCreate: gmtCreate(),
    endedAt: moment('ended_at'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    index().on(t.enterpriseId, t.userId, t.list, t.id),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.locale, ['zh', 'en']),
    oneOf(t.state, ['running', 'done', 'stopped']),
    atLeast(t.totalCount, 1),
  ],
);

/** A row of such a change. */
export const bulkRow = pgTable(
  'bulk_row',
  {
    enterpriseId: enterpriseId(),
    jobId: uuid('job_id').notNull(),
    /** 1, 2, 3 … in the order in which they are changed. */
    number: integer('number').notNull(),
    rowId: uuid('row_id').notNull(),
    /** Name of the row, for the result. */
    name: text('name').notNull(),
    /** Null: not changed yet. */
    outcome: text('outcome').$type<'done' | 'failed'>(),
    /** Why it failed: key of `errors` with parameters. */
    reason: jsonb('reason').$type<{ key: string; params?: Record<string, string | number> }>(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.jobId, t.number] }),
    foreignKey({ columns: [t.enterpriseId, t.jobId], foreignColumns: [bulkJob.enterpriseId, bulkJob.id] }).onDelete(
      'cascade',
    ),
    index('bulk_row_waiting')
      .on(t.enterpriseId, t.jobId, t.number)
      .where(sql`${t.outcome} is null`),
    oneOf(t.outcome, ['done', 'failed']),
  ],
);
