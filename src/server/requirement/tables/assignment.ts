import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { CLOSE_REASONS, type CloseReason, OPEN_REASONS, type OpenReason } from '#src/contract/rules/requirement.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';
import { enterpriseId, gmtCreate, id, moment } from '#src/server/core/db/columns.ts';
import { oneOf } from '#src/server/core/db/constraints.ts';
import { requirement } from './requirement.ts';

/**
 * Who had a requirement from when to when, and why. A ledger: a row is only ever closed, once, and somebody who gets the requirement
 * again gets another row. Written by `portal.reconcile_requirements`.
 */
export const requirementAssignment = pgTable(
  'requirement_assignment',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    requirementId: uuid('requirement_id').notNull(),
    userId: uuid('user_id').notNull(),
    openedAt: moment('opened_at').notNull(),
    openReason: text('open_reason').$type<OpenReason>().notNull(),
    closedAt: moment('closed_at'),
    closeReason: text('close_reason').$type<CloseReason>(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    foreignKey({
      name: 'requirement_assignment_requirement_fk',
      columns: [t.enterpriseId, t.requirementId],
      foreignColumns: [requirement.enterpriseId, requirement.id],
    }),
    memberKey(t.enterpriseId, t.userId),
    uniqueIndex('requirement_assignment_open')
      .on(t.enterpriseId, t.requirementId, t.userId)
      .where(sql`closed_at is null`),
    index().on(t.enterpriseId, t.userId, t.requirementId, t.openedAt),
    oneOf(t.openReason, OPEN_REASONS),
    oneOf(t.closeReason, CLOSE_REASONS),
    check('requirement_assignment_closed_check', sql`(${t.closedAt} is null) = (${t.closeReason} is null)`),
    check('requirement_assignment_period_check', sql`${t.closedAt} >= ${t.openedAt}`),
  ],
);

/** A person need not fulfil a requirement for a while, or for ever. */
export const requirementExemption = pgTable(
  'requirement_exemption',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    requirementId: uuid('requirement_id').notNull(),
    userId: uuid('user_id').notNull(),
    reason: text('reason').notNull(),
    /** The last day; null: without end. */
    untilOn: date('until_on', { mode: 'string' }),
    /** When it was ended before that. */
    endedAt: moment('ended_at'),
    createdBy: uuid('created_by'),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    foreignKey({
      name: 'requirement_exemption_requirement_fk',
      columns: [t.enterpriseId, t.requirementId],
      foreignColumns: [requirement.enterpriseId, requirement.id],
    }),
    memberKey(t.enterpriseId, t.userId),
    memberKey(t.enterpriseId, t.createdBy),
    index().on(t.enterpriseId, t.userId, t.requirementId),
    check('requirement_exemption_ended_check', sql`${t.endedAt} >= ${t.gmtCreate}`),
  ],
);

/** A later due date for a person. The newest one is valid; it never makes a due date earlier. */
export const requirementExtension = pgTable(
  'requirement_extension',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    requirementId: uuid('requirement_id').notNull(),
    userId: uuid('user_id').notNull(),
    reason: text('reason').notNull(),
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    createdBy: uuid('created_by'),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    foreignKey({
      name: 'requirement_extension_requirement_fk',
      columns: [t.enterpriseId, t.requirementId],
      foreignColumns: [requirement.enterpriseId, requirement.id],
    }),
    memberKey(t.enterpriseId, t.userId),
    memberKey(t.enterpriseId, t.createdBy),
    index().on(t.enterpriseId, t.userId, t.requirementId),
  ],
);

/**
 * Members whose assignments, or whose states, may not be right any more. Triggers add rows; `reconcileRequirements` deletes them and
 * computes anew. Rows are not unique: one that another transaction adds meanwhile must not get lost with an equal one.
 */
export const requirementChange = pgTable(
  'requirement_change',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    userId: uuid('user_id').notNull(),
    /** The membership has changed, not only what the member has done. */
    isMembership: boolean('is_membership').notNull(),
  },
  (t) => [primaryKey({ columns: [t.enterpriseId, t.id] }), memberKey(t.enterpriseId, t.userId)],
);

/**
 * What `portal.requirement_states` says about each open assignment, for lists and totals over many people. It contains moments
 * only, from which `portal.requirement_state_at` makes the state of any later time: nothing has to be updated because time passes.
 */
export const requirementState = pgTable(
  'requirement_state',
  {
    enterpriseId: enterpriseId(),
    requirementId: uuid('requirement_id').notNull(),
    userId: uuid('user_id').notNull(),
    /** The first moment that is too late; `infinity`: never. */
    dueAt: moment('due_at').notNull(),
    /** Null: never fulfilled; `infinity`: for ever. */
    validUntil: moment('valid_until'),
    renewFrom: moment('renew_from'),
    isStarted: boolean('is_started').notNull(),
    /** Null: not exempt. */
    exemptUntil: moment('exempt_until'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.userId, t.requirementId] }),
    foreignKey({
      name: 'requirement_state_requirement_fk',
      columns: [t.enterpriseId, t.requirementId],
      foreignColumns: [requirement.enterpriseId, requirement.id],
    }),
    memberKey(t.enterpriseId, t.userId),
    index().on(t.enterpriseId, t.requirementId, t.userId),
  ],
);
