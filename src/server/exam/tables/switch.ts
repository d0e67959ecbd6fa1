import { boolean, foreignKey, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { enterpriseId, id, moment } from '#src/server/core/db/columns.ts';
import { atLeast, oneOf } from '#src/server/core/db/constraints.ts';
import { examAttempt } from './attempt.ts';

/**
 * How a candidate left the exam screen. `hide`: the page was hidden or lost the focus; `leave`: it was unloaded (link, close,
 * reload); `gap`: nothing was heard from it; `device`: another browser opened the attempt; `offline`: nothing was heard,
 * but the page stayed open, so the network failed.
 */
export type SwitchKind = 'hide' | 'leave' | 'gap' | 'device' | 'offline';

/** A switch away from the exam screen, with its duration, as evidence. */
export const examSwitch = pgTable(
  'exam_switch',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    attemptId: uuid('attempt_id').notNull(),
    /** Id given by the client, for idempotency. */
    clientKey: uuid('client_key').notNull(),
    kind: text('kind').$type<SwitchKind>().notNull().default('hide'),
    leftAt: moment('left_at').notNull(),
    /** Seconds away; null until the candidate returns. */
    dwellSeconds: integer('dwell_seconds'),
    /** Whether it counts by the rules of the exam; one that a marker has set aside does not count any longer. */
    counted: boolean('counted').notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.attemptId, t.clientKey),
    foreignKey({ columns: [t.enterpriseId, t.attemptId], foreignColumns: [examAttempt.enterpriseId, examAttempt.id] }),
    atLeast(t.dwellSeconds, 0),
    oneOf(t.kind, ['hide', 'leave', 'gap', 'device', 'offline']),
  ],
);
