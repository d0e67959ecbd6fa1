import { foreignKey, integer, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { enterpriseId, moment } from '#src/server/core/db/columns.ts';
import { atLeast } from '#src/server/core/db/constraints.ts';
import { examAttempt } from './attempt.ts';
import type { QuestionLang } from '#src/server/question/tables.ts';

/** How a candidate works on a paper: private, and no answer (decision 065). Records are by question. */
export type HallChoices = {
  /** One question at a time, or all of them on one page. */
  layout: 'one' | 'all';
  /** Language of questions that have it and are not in `langs`; null: that of the page. */
  lang: QuestionLang | null;
  langs: Record<string, QuestionLang>;
  /** Options that are struck out. */
  struck: Record<string, string[]>;
  notes: Record<string, string>;
  /** The scratch pad. */
  pad: string;
};

/** The choices of a candidate in an attempt; the highest `(epoch, revision)` wins, like that of an answer. */
export const examChoice = pgTable(
  'exam_choice',
  {
    enterpriseId: enterpriseId(),
    attemptId: uuid('attempt_id').notNull(),
    epoch: integer('epoch').notNull(),
    revision: integer('revision').notNull(),
    choices: jsonb('choices').$type<HallChoices>().notNull(),
    savedAt: moment('saved_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.attemptId] }),
    foreignKey({ columns: [t.enterpriseId, t.attemptId], foreignColumns: [examAttempt.enterpriseId, examAttempt.id] }),
    atLeast(t.epoch, 1),
    atLeast(t.revision, 1),
  ],
);
