import { integer, pgTable } from 'drizzle-orm/pg-core';
import { enterpriseId, gmtModified } from './columns.ts';
import { atLeast } from './constraints.ts';

/**
 * Minimum retention of a tenant in days, for tables that only grow. Without a row the defaults of the function
 * `portal.kept_since` apply.
 */
export const dataRetention = pgTable(
  'data_retention',
  {
    enterpriseId: enterpriseId().primaryKey(),
    auditLogDays: integer('audit_log_days').notNull(),
    studyRefusalDays: integer('study_refusal_days').notNull(),
    /** Answers and journals of marked attempts; what counts of them stays in `exam_attempt.submitted_answers`. */
    examAnswerDays: integer('exam_answer_days').notNull().default(1095),
    gmtModified: gmtModified(),
  },
  (t) => [atLeast(t.auditLogDays, 180), atLeast(t.studyRefusalDays, 30), atLeast(t.examAnswerDays, 180)],
);
