import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { memberKey } from '#src/server/account/tables/member-key.ts';
import { bytea, enterpriseId, gmtCreate, gmtModified, id, moment } from '#src/server/core/db/columns.ts';
import { atLeast, between } from '#src/server/core/db/constraints.ts';
import { IDLE_SECONDS, SESSION_MINUTES } from '#src/contract/rules/terminal.ts';
import { department } from '#src/server/organisation/tables.ts';

/** A device that several people use one after another (docs/specification.md, section "Shared terminals"). */
export const terminal = pgTable(
  'terminal',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    name: text('name').notNull(),
    /** Where it stands. */
    place: text('place'),
    /** Members of this department and those below it may sign in; null: all members. */
    departmentId: uuid('department_id'),
    sessionMinutes: integer('session_minutes').notNull(),
    idleSeconds: integer('idle_seconds').notNull(),
    allowsStudy: boolean('allows_study').notNull(),
    allowsExams: boolean('allows_exams').notNull(),
    /** A badge needs the PIN, too. */
    badgeNeedsPin: boolean('badge_needs_pin').notNull(),
    /** The code with which a device becomes this terminal, once. */
    codeHash: bytea('code_hash'),
    codeExpiresAt: moment('code_expires_at'),
    /** Hash of the cookie of the device; null: no device is this terminal. */
    tokenHash: bytea('token_hash'),
    registeredAt: moment('registered_at'),
    /** Updated at most once a minute. */
    lastSeenAt: moment('last_seen_at'),
    revokedAt: moment('revoked_at'),
    /** The session at it: there is one at a time, and no other is valid there. */
    sessionId: uuid('session_id'),
    /** Counted up with every change by an administrator. */
    revision: integer('revision').notNull().default(1),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    foreignKey({
      name: 'terminal_department_fk',
      columns: [t.enterpriseId, t.departmentId],
      foreignColumns: [department.enterpriseId, department.id],
    }),
    uniqueIndex('terminal_token').on(t.enterpriseId, t.tokenHash),
    uniqueIndex('terminal_code').on(t.enterpriseId, t.codeHash),
    index('terminal_session').on(t.enterpriseId, t.sessionId),
    between(t.sessionMinutes, SESSION_MINUTES.min, SESSION_MINUTES.max),
    between(t.idleSeconds, IDLE_SECONDS.min, IDLE_SECONDS.max),
    atLeast(t.revision, 1),
    check('terminal_code_check', sql`(${t.codeHash} is null) = (${t.codeExpiresAt} is null)`),
    check('terminal_revoked_check', sql`${t.revokedAt} is null or (${t.tokenHash} is null and ${t.codeHash} is null)`),
  ],
);

/** The PIN of a member, which is valid at terminals only. */
export const terminalPin = pgTable(
  'terminal_pin',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    /** Argon2id, PHC string. */
    pinHash: text('pin_hash').notNull(),
    /** Given by an administrator: the member chooses another one at the first sign-in. */
    isInitial: boolean('is_initial').notNull(),
    /** Wrong PINs since the last right one. */
    failures: integer('failures').notNull().default(0),
    /** After too many wrong ones; an administrator unlocks it. */
    lockedAt: moment('locked_at'),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.userId] }),
    memberKey(t.enterpriseId, t.userId),
    atLeast(t.failures, 0),
  ],
);

/** The badge of a member: a number that a scanner reads. */
export const terminalBadge = pgTable(
  'terminal_badge',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    codeHash: bytea('code_hash').notNull(),
    /** The number itself, encrypted (src/server/core/seal.ts): a badge is printed again as it is. */
    sealedCode: text('sealed_code').notNull(),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.userId] }),
    memberKey(t.enterpriseId, t.userId),
    uniqueIndex('terminal_badge_code').on(t.enterpriseId, t.codeHash),
  ],
);
