import { sql } from 'drizzle-orm';
import { check, foreignKey, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { APPEAL_SUBJECTS, type AppealSubject } from '#src/contract/rules/appeal.ts';
import { amount, enterpriseId, moment } from '#src/server/core/db/columns.ts';
import { atLeast, between, oneOf } from '#src/server/core/db/constraints.ts';
import { course } from '#src/server/course/tables.ts';
import { flowInstance } from '#src/server/flow/tables.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';

/**
 * What an appeal is about and what its acceptance did. Applicant, text and decision are in its request
 * (`flow_instance`, type `appeal`).
 */
export const appeal = pgTable(
  'appeal',
  {
    enterpriseId: enterpriseId(),
    instanceId: uuid('instance_id').notNull(),
    subjectType: text('subject_type').$type<AppealSubject>().notNull(),
    /** The course that it belongs to; null: none, e.g. a task. */
    courseId: uuid('course_id'),
    /** Null: not accepted. */
    outcome: text('outcome').$type<'completed' | 'granted'>(),
    hours: amount('hours'),
    credits: amount('credits'),
    /** Sources of the ledger entries that the acceptance posted. */
    sources: text('sources')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Progress of the task before the acceptance completed it. */
    taskProgress: integer('task_progress'),
    reversedAt: moment('reversed_at'),
    reversedBy: uuid('reversed_by'),
    reverseReason: text('reverse_reason'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.instanceId] }),
    foreignKey({
      columns: [t.enterpriseId, t.instanceId],
      foreignColumns: [flowInstance.enterpriseId, flowInstance.id],
    }),
    foreignKey({ columns: [t.enterpriseId, t.courseId], foreignColumns: [course.enterpriseId, course.id] }),
    memberKey(t.enterpriseId, t.reversedBy),
    oneOf(t.subjectType, APPEAL_SUBJECTS),
    oneOf(t.outcome, ['completed', 'granted']),
    atLeast(t.hours, 0),
    atLeast(t.credits, 0),
    between(t.taskProgress, 0, 100),
    check(
      'appeal_reversed_check',
      sql`(${t.reversedAt} is null) = (${t.reversedBy} is null) and (${t.reversedAt} is null) = (${t.reverseReason} is null)`,
    ),
  ],
);
