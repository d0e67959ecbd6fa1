import { sql } from 'drizzle-orm';
import { boolean, check, date, foreignKey, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { BUNDLES, type Bundle } from '#src/contract/rules/rights.ts';
import { enterpriseId, gmtCreate, id, moment } from '#src/server/core/db/columns.ts';
import { oneOf } from '#src/server/core/db/constraints.ts';
import { department, position } from '#src/server/organisation/tables.ts';
import { memberKey } from './member-key.ts';

/**
 * Where a member belonged since when; the row before it ends there. Written by a trigger on `enterprise_user`: questions about a past
 * date read it.
 */
export const memberHistory = pgTable(
  'member_history',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    userId: uuid('user_id').notNull(),
    since: moment('since').notNull(),
    departmentId: uuid('department_id'),
    positionId: uuid('position_id'),
    active: boolean('active').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    memberKey(t.enterpriseId, t.userId),
    foreignKey({
      name: 'member_history_department_fk',
      columns: [t.enterpriseId, t.departmentId],
      foreignColumns: [department.enterpriseId, department.id],
    }),
    foreignKey({
      name: 'member_history_position_fk',
      columns: [t.enterpriseId, t.positionId],
      foreignColumns: [position.enterpriseId, position.id],
    }),
    index().on(t.enterpriseId, t.userId, t.since),
  ],
);

/** A bundle of rights that a member has in the enterprise or in one department with those below it (docs/specification.md, section "Roles"). */
export const roleGrant = pgTable(
  'role_grant',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    userId: uuid('user_id').notNull(),
    bundle: text('bundle').$type<Bundle>().notNull(),
    /** Null: the whole enterprise. */
    departmentId: uuid('department_id'),
    grantedBy: uuid('granted_by'),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    memberKey(t.enterpriseId, t.userId),
    memberKey(t.enterpriseId, t.grantedBy),
    foreignKey({
      name: 'role_grant_department_fk',
      columns: [t.enterpriseId, t.departmentId],
      foreignColumns: [department.enterpriseId, department.id],
    }),
    unique('role_grant_once').on(t.enterpriseId, t.userId, t.bundle, t.departmentId).nullsNotDistinct(),
    oneOf(t.bundle, BUNDLES),
  ],
);

/** A transfer on a day to come, at most one of each member; a job applies and deletes it. */
export const plannedTransfer = pgTable(
  'planned_transfer',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    userId: uuid('user_id').notNull(),
    /** In the time zone of the enterprise. */
    onDay: date('on_day', { mode: 'string' }).notNull(),
    departmentId: uuid('department_id'),
    positionId: uuid('position_id'),
    superiorId: uuid('superior_id'),
    reason: text('reason').notNull().default(''),
    plannedBy: uuid('planned_by'),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique('planned_transfer_of_member').on(t.enterpriseId, t.userId),
    memberKey(t.enterpriseId, t.userId),
    memberKey(t.enterpriseId, t.superiorId),
    memberKey(t.enterpriseId, t.plannedBy),
    foreignKey({
      name: 'planned_transfer_department_fk',
      columns: [t.enterpriseId, t.departmentId],
      foreignColumns: [department.enterpriseId, department.id],
    }),
    foreignKey({
      name: 'planned_transfer_position_fk',
      columns: [t.enterpriseId, t.positionId],
      foreignColumns: [position.enterpriseId, position.id],
    }),
    index().on(t.enterpriseId, t.onDay),
  ],
);

/**
 * A field of a member that somebody has changed in the portal, by the names of `contract/rules/people-import.ts`: imports keep it until
 * their file says the same (`noteEdits`, decisions 081 and 091).
 */
export const memberEdit = pgTable(
  'member_edit',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    field: text('field').notNull(),
    gmtCreate: gmtCreate(),
  },
  (t) => [primaryKey({ columns: [t.enterpriseId, t.userId, t.field] }), memberKey(t.enterpriseId, t.userId)],
);

/** A record that was merged into that of the same person (decision 095); the removed one stays, disabled and without records of its own. */
export const memberMerge = pgTable(
  'member_merge',
  {
    enterpriseId: enterpriseId(),
    removedId: uuid('removed_id').notNull(),
    keptId: uuid('kept_id').notNull(),
    mergedBy: uuid('merged_by'),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.removedId] }),
    memberKey(t.enterpriseId, t.removedId),
    memberKey(t.enterpriseId, t.keptId),
    memberKey(t.enterpriseId, t.mergedBy),
    index('member_merge_kept').on(t.enterpriseId, t.keptId),
    check('member_merge_pair_check', sql`${t.removedId} <> ${t.keptId}`),
  ],
);
