import { date, index, integer, pgTable, primaryKey, unique, uuid } from 'drizzle-orm/pg-core';
import { amount, enterpriseId, id, moment } from '#src/server/core/db/columns.ts';
import { atLeast } from '#src/server/core/db/constraints.ts';

/** What the members of a department did in a week, made by a sweep: the overview must not count sessions and study of all of them. */
export const activityWeek = pgTable(
  'activity_week',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    /** Its Monday, in the time zone of the enterprise. */
    week: date('week', { mode: 'string' }).notNull(),
    /** Where they belonged when it was counted; null: nowhere. No foreign key: what was counted stays. */
    departmentId: uuid('department_id'),
    /** Members who signed in. */
    signedIn: integer('signed_in').notNull(),
    /** Members who studied. */
    studied: integer('studied').notNull(),
    /** Class hours that they earned. */
    hours: amount('hours').notNull(),
    countedAt: moment('counted_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique('activity_week_of').on(t.enterpriseId, t.week, t.departmentId).nullsNotDistinct(),
    index('activity_week_counted').on(t.enterpriseId, t.countedAt),
    atLeast(t.signedIn, 0),
    atLeast(t.studied, 0),
  ],
);
