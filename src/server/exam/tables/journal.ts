import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, enterpriseId, moment } from '#src/server/core/db/columns.ts';
import { atLeast, oneOf } from '#src/server/core/db/constraints.ts';
import { examAttempt } from './attempt.ts';
import { examSwitch } from './switch.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';

/**
 * Everything that was acknowledged about an attempt, one row each (decision 056): append-only, hash-chained per attempt,
 * partitioned by the month of `attempt_id`. The hash covers `data`, and `data.digest` covers `content`, so that texts can be
 * erased without breaking the chain.
 */
export const examJournal = pgTable(
  'exam_journal',
  {
    enterpriseId: enterpriseId(),
    attemptId: uuid('attempt_id').notNull(),
    /** 1, 2, 3 … per attempt. */
    seq: integer('seq').notNull(),
    kind: text('kind').notNull(),
    at: moment('at').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    /** Answers, marks and texts; null if there are none, or if they were erased. */
    content: jsonb('content').$type<{ salt: string; value: unknown }>(),
    /** Hash of the row before; of the first row: of attempt and paper. */
    prev: bytea('prev').notNull(),
    hash: bytea('hash').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.attemptId, t.seq] }),
    foreignKey({ columns: [t.enterpriseId, t.attemptId], foreignColumns: [examAttempt.enterpriseId, examAttempt.id] }),
    atLeast(t.seq, 1),
  ],
);

/**
 * End of the journal of an attempt, and what the server knows about its writer. A table of its own, because saves hold the
 * attempt FOR SHARE and therefore cannot update it.
 */
export const examJournalHead = pgTable(
  'exam_journal_head',
  {
    enterpriseId: enterpriseId(),
    attemptId: uuid('attempt_id').notNull(),
    seq: integer('seq').notNull(),
    hash: bytea('hash').notNull(),
    /** Size of the rows so far, approximately; limited (server/exam/limits.ts). */
    bytes: integer('bytes').notNull().default(0),
    /** When the writer was last heard of. */
    seenAt: moment('seen_at').notNull(),
    /** Session and browser of the writer; null before the first takeover. */
    writerSession: uuid('writer_session'),
    writerDevice: uuid('writer_device'),
    /** When the server closes the attempt because its candidate has left; null if it does not. */
    closesAt: moment('closes_at'),
    /** Messages of invigilators that the candidate has not confirmed yet. */
    messages: integer('messages').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.attemptId] }),
    foreignKey({ columns: [t.enterpriseId, t.attemptId], foreignColumns: [examAttempt.enterpriseId, examAttempt.id] }),
    // For the sweep, which looks for such attempts of all tenants.
    index('exam_journal_head_closes')
      .on(t.closesAt, t.enterpriseId)
      .where(sql`closes_at is not null`),
    atLeast(t.seq, 0),
    atLeast(t.bytes, 0),
    atLeast(t.messages, 0),
  ],
);

/** A candidate's appeal against a switch, and the decision of a marker. */
export const examSwitchAppeal = pgTable(
  'exam_switch_appeal',
  {
    enterpriseId: enterpriseId(),
    attemptId: uuid('attempt_id').notNull(),
    switchId: uuid('switch_id').notNull(),
    reason: text('reason').notNull(),
    at: moment('at').notNull(),
    /** Null until a marker has decided. */
    decision: text('decision').$type<'upheld' | 'set_aside'>(),
    note: text('note'),
    decidedBy: uuid('decided_by'),
    decidedAt: moment('decided_at'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.switchId] }),
    foreignKey({ columns: [t.enterpriseId, t.attemptId], foreignColumns: [examAttempt.enterpriseId, examAttempt.id] }),
    foreignKey({ columns: [t.enterpriseId, t.switchId], foreignColumns: [examSwitch.enterpriseId, examSwitch.id] }),
    memberKey(t.enterpriseId, t.decidedBy),
    // Those that wait for a decision, for their list.
    index('exam_switch_appeal_waiting')
      .on(t.enterpriseId, t.at, t.attemptId)
      .where(sql`decision is null`),
    oneOf(t.decision, ['upheld', 'set_aside']),
    check('exam_switch_appeal_decided_check', sql`(${t.decision} is null) = (${t.decidedAt} is null)`),
  ],
);
