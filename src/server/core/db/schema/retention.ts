import { integer, pgTable } from 'drizzle-orm/pg-core';
import { enterpriseId, gmtModified } from './columns.ts';
import { atLeast } from './constraints.ts';

/** For how many days a tenant keeps rows of tables that only grow. No row: the defaults of server/jobs/sweep-retention.ts. */
export const dataRetention = pgTable(
  'data_retention',
  {
    enterpriseId: enterpriseId().primaryKey(),
    auditLogDays: integer('audit_log_days').notNull(),
    studyRefusalDays: integer('study_refusal_days').notNull(),
    gmtModified: gmtModified(),
  },
  (t) => [atLeast(t.auditLogDays, 180), atLeast(t.studyRefusalDays, 30)],
);
