import { boolean, foreignKey, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { memberKey } from '#src/server/account/tables/member-key.ts';
import { enterpriseId, moment } from '#src/server/core/db/columns.ts';
import { between } from '#src/server/core/db/constraints.ts';
import { ruleColumns, ruleKeys } from '#src/server/organisation/tables.ts';
import { studyTask } from './study.ts';

/**
 * Members who have a task, also future ones: those to whom all that a row names applies. `excluded`: who does not have it, although
 * another row names them.
 */
export const studyTaskRule = pgTable(
  'study_task_rule',
  { ...ruleColumns(), taskId: uuid('task_id').notNull() },
  (t) => [
    ...ruleKeys(t),
    foreignKey({
      name: 'study_task_rule_task_fk',
      columns: [t.enterpriseId, t.taskId],
      foreignColumns: [studyTask.enterpriseId, studyTask.id],
    }).onDelete('cascade'),
    index().on(t.enterpriseId, t.taskId),
  ],
);

/** A member whom a task names: it is theirs, or they are an exception from its rules. */
export const studyTaskPerson = pgTable(
  'study_task_person',
  {
    enterpriseId: enterpriseId(),
    taskId: uuid('task_id').notNull(),
    userId: uuid('user_id').notNull(),
    excluded: boolean('excluded').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.taskId, t.userId] }),
    foreignKey({
      name: 'study_task_person_task_fk',
      columns: [t.enterpriseId, t.taskId],
      foreignColumns: [studyTask.enterpriseId, studyTask.id],
    }).onDelete('cascade'),
    memberKey(t.enterpriseId, t.userId),
    index().on(t.enterpriseId, t.userId),
  ],
);

/** An assignment with progress that a manager has taken away; it is restored when the member gets the task again. */
export const studyTaskRemoval = pgTable(
  'study_task_removal',
  {
    enterpriseId: enterpriseId(),
    taskId: uuid('task_id').notNull(),
    userId: uuid('user_id').notNull(),
    studyProgress: integer('study_progress').notNull(),
    completedAt: moment('completed_at'),
    assignedAt: moment('assigned_at').notNull(),
    removedAt: moment('removed_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.taskId, t.userId] }),
    foreignKey({
      name: 'study_task_removal_task_fk',
      columns: [t.enterpriseId, t.taskId],
      foreignColumns: [studyTask.enterpriseId, studyTask.id],
    }).onDelete('cascade'),
    memberKey(t.enterpriseId, t.userId),
    index().on(t.enterpriseId, t.userId),
    between(t.studyProgress, 0, 100),
  ],
);
