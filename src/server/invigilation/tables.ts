import { check, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { enterpriseId, id, moment } from '#src/server/core/db/columns.ts';
import { atLeast, oneOf } from '#src/server/core/db/constraints.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';

/** A member who may enter the control room of an exam, beside administrators and the lecturer of its course. */
export const examInvigilator = pgTable(
  'exam_invigilator',
  {
    enterpriseId: enterpriseId(),
    examId: uuid('exam_id').notNull(),
    userId: uuid('user_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.examId, t.userId] }),
    foreignKey({ columns: [t.enterpriseId, t.examId], foreignColumns: [exam.enterpriseId, exam.id] }),
    memberKey(t.enterpriseId, t.userId),
    index().on(t.enterpriseId, t.userId),
  ],
);

/** What was done in the control room, one row per action: its log, and the texts of messages. */
export const examAction = pgTable(
  'exam_action',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    examId: uuid('exam_id').notNull(),
    kind: text('kind').$type<'message' | 'extension' | 'pause' | 'resume' | 'submit' | 'void'>().notNull(),
    /** The candidate; null: all who were sitting the exam. */
    userId: uuid('user_id'),
    actedBy: uuid('acted_by').notNull(),
    at: moment('at').notNull(),
    /** The message, or the reason. */
    body: text('body').notNull(),
    /** Added time, of an extension. */
    seconds: integer('seconds'),
    /** Attempts that it changed, and of these those that had been closed by time. */
    changed: integer('changed').notNull(),
    reopened: integer('reopened').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    foreignKey({ columns: [t.enterpriseId, t.examId], foreignColumns: [exam.enterpriseId, exam.id] }),
    memberKey(t.enterpriseId, t.userId),
    memberKey(t.enterpriseId, t.actedBy),
    index().on(t.enterpriseId, t.examId, t.at.desc(), t.id),
    oneOf(t.kind, ['message', 'extension', 'pause', 'resume', 'submit', 'void']),
    check(
      'exam_action_seconds_check',
      sql`(${t.kind} = 'extension') = (${t.seconds} is not null) and ${t.seconds} > 0`,
    ),
    atLeast(t.changed, 0),
    atLeast(t.reopened, 0),
  ],
);

/** A message to a candidate; the hall shows it until it is confirmed. */
export const examMessage = pgTable(
  'exam_message',
  {
    enterpriseId: enterpriseId(),
    attemptId: uuid('attempt_id').notNull(),
    actionId: uuid('action_id').notNull(),
    confirmedAt: moment('confirmed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.attemptId, t.actionId] }),
    foreignKey({ columns: [t.enterpriseId, t.attemptId], foreignColumns: [examAttempt.enterpriseId, examAttempt.id] }),
    foreignKey({ columns: [t.enterpriseId, t.actionId], foreignColumns: [examAction.enterpriseId, examAction.id] }),
    index().on(t.enterpriseId, t.actionId),
  ],
);
