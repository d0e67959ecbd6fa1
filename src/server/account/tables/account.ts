import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { portal, enterpriseId, moment, gmtCreate, gmtModified, bytea } from '#src/server/core/db/columns.ts';
import { oneOf, atLeast, between, matches } from '#src/server/core/db/constraints.ts';
import { enterprise } from '#src/server/core/tables.ts';
import { department, position } from '#src/server/organisation/tables.ts';

/** An account: one phone number, one password, member of any number of enterprises. Global. */
export const userAccount = portal.table(
  'user_account',
  {
    id: uuid('id').primaryKey(),
    /** Null for a user who signs in only through the identity provider of an enterprise. */
    phone: text('phone').unique(),
    /** The number comes from a people file, and nobody has entered a code sent to it. */
    phoneUnverified: boolean('phone_unverified').notNull().default(false),
    /** Lower case. Only an address that its owner has confirmed with a code (docs/decisions/039). */
    email: text('email'),
    /** How often mail servers have refused the address since something arrived (`MAX_EMAIL_FAILURES`). */
    emailFailures: integer('email_failures').notNull().default(0),
    /** When the last e-mail to the address was returned after it had been accepted (decision 120). */
    emailBouncedAt: moment('email_bounced_at'),
    /** Argon2id, PHC string. */
    passwordHash: text('password_hash'),
    passwordChangedAt: moment('password_changed_at'),
    /** The password was set by another person: the user must change it before anything else. */
    mustChangePassword: boolean('must_change_password').notNull().default(false),
    disabledAt: moment('disabled_at'),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    uniqueIndex('user_account_email').on(t.email),
    atLeast(t.emailFailures, 0),
    matches(t.email, '^[^[:space:][:upper:]]+@[^[:space:][:upper:]]+$'),
  ],
);

/**
 * How the user signed in; `handoff` and `company` are sessions that were continued in another enterprise, `terminal` those at a
 * shared terminal.
 */
export type LoginMethodName = 'password' | 'code' | 'passkey' | Provider | 'handoff' | 'company' | 'terminal';
/** External identity providers. */
export type Provider = 'wecom' | 'dingtalk' | 'oidc';
/** What proved a second factor: a code of the authenticator app, a recovery code or a passkey. */
export type FactorName = 'totp' | 'recovery' | 'passkey';

/** A session. Global: it is looked up by its token before the tenant is known. Only the hash of the token is stored. */
export const userSession = portal.table(
  'user_session',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    /** Hash of the HttpOnly cookie without which the token is rejected (docs/decisions/012). */
    companionHash: bytea('companion_hash').notNull(),
    /** Shown to the user in the list of sessions; not secret. */
    id: uuid('id').notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => userAccount.id, { onDelete: 'cascade' }),
    enterpriseId: uuid('enterprise_id').references(() => enterprise.id),
    way: text('way').$type<LoginMethodName>().notNull(),
    /** The second factor that was proven in this session, or in the one that it continues. */
    factor: text('factor').$type<FactorName>(),
    /** When the user has last proven again who they are; null: not since the session was opened. */
    provenAt: moment('proven_at'),
    userAgent: text('user_agent'),
    address: text('address'),
    gmtCreate: gmtCreate(),
    /** Updated at most every five minutes. */
    lastUsedAt: moment('last_used_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (t) => [
    index().on(t.userId),
    index().on(t.expiresAt),
    oneOf(t.way, ['password', 'code', 'passkey', 'wecom', 'dingtalk', 'oidc', 'handoff', 'company', 'terminal']),
    oneOf(t.factor, ['totp', 'recovery', 'passkey']),
  ],
);

/** A user's membership of a tenant, with the data that the tenant maintains about them. */
export const enterpriseUser = pgTable(
  'enterprise_user',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    /** The real name, maintained by the enterprise. */
    userName: text('user_name').notNull(),
    /** Identifies the member in people files, also after a change of the phone number. */
    employeeNo: text('employee_no'),
    /** Name shown with comments, chosen by the user; null: the real name is shown. */
    nickname: text('nickname'),
    /** 1 learner, 2 lecturer, 3 organisation account. */
    userType: integer('user_type').notNull().default(1),
    isAdmin: boolean('is_admin').notNull().default(false),
    /** 1 or 2; chooses the default avatar. */
    sex: integer('sex').notNull().default(1),
    headPortraitFileId: uuid('head_portrait_file_id'),
    /** Contact address, not confirmed; the confirmed one is that of the account. */
    email: text('email'),
    /** Path of the department: a trigger keeps it and `departmentId` equal, whichever of them is written (decision 088). */
    department: text('department'),
    departmentId: uuid('department_id'),
    /** Name of the position: kept equal with `positionId` in the same way. */
    post: text('post'),
    positionId: uuid('position_id'),
    /** The member to whom this one reports; nobody is above themselves (`setSuperior`). */
    superiorId: uuid('superior_id'),
    joinedOn: date('joined_on', { mode: 'string' }),
    /** Full pinyin and initials of `pinyinOf`, for searches; made again when that is not `userName` any more. */
    pinyin: text('pinyin'),
    pinyinOf: text('pinyin_of'),
    /** Counted up by a trigger with every change of the row. */
    revision: integer('revision').notNull().default(1),
    status: text('status').$type<'active' | 'disabled'>().notNull().default('active'),
    disabledAt: moment('disabled_at'),
    /** When the personal data were erased; such a member stays disabled. */
    erasedAt: moment('erased_at'),
    gmtCreate: gmtCreate(),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.userId] }),
    foreignKey({ name: 'enterprise_user_account_fk', columns: [t.userId], foreignColumns: [userAccount.id] }),
    foreignKey({
      name: 'enterprise_user_department_fk',
      columns: [t.enterpriseId, t.departmentId],
      foreignColumns: [department.enterpriseId, department.id],
    }),
    foreignKey({
      name: 'enterprise_user_position_fk',
      columns: [t.enterpriseId, t.positionId],
      foreignColumns: [position.enterpriseId, position.id],
    }),
    foreignKey({
      name: 'enterprise_user_superior_fk',
      columns: [t.enterpriseId, t.superiorId],
      foreignColumns: [t.enterpriseId, t.userId],
    }),
    index().on(t.enterpriseId, t.departmentId),
    index().on(t.enterpriseId, t.positionId),
    index('enterprise_user_superior')
      .on(t.enterpriseId, t.superiorId)
      .where(sql`superior_id is not null`),
    index('enterprise_user_name').on(t.enterpriseId, t.userName, t.userId),
    // Orders of the table of people, each as its first click has it.
    index('enterprise_user_by_department').on(t.enterpriseId, t.department, t.userName, t.userId),
    index('enterprise_user_by_number').on(t.enterpriseId, t.employeeNo, t.userName, t.userId),
    index('enterprise_user_by_joining').on(t.enterpriseId, t.joinedOn.desc().nullsLast(), t.userName, t.userId),
    index('enterprise_user_no_pinyin')
      .on(t.enterpriseId, t.userId)
      .where(sql`pinyin_of is distinct from user_name`),
    index('enterprise_user_admins')
      .on(t.enterpriseId, t.userId)
      .where(sql`${t.isAdmin}`),
    uniqueIndex('enterprise_user_employee_no')
      .on(t.enterpriseId, t.employeeNo)
      .where(sql`employee_no is not null`),
    between(t.userType, 1, 3),
    between(t.sex, 1, 2),
    oneOf(t.status, ['active', 'disabled']),
    check('enterprise_user_superior_check', sql`${t.superiorId} <> ${t.userId}`),
    check(
      'enterprise_user_erased_check',
      sql`${t.erasedAt} is null or (${t.status} = 'disabled' and ${t.employeeNo} is null and not ${t.isAdmin})`,
    ),
  ],
);

/** The enterprises of a user, across tenants. Maintained by a trigger on `enterprise_user`: active members only. */
export const membership = portal.table(
  'membership',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => userAccount.id, { onDelete: 'cascade' }),
    enterpriseId: uuid('enterprise_id')
      .notNull()
      .references(() => enterprise.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.userId, t.enterpriseId] })],
);

/** The version of a text (agreement, privacy) that a user accepted. Append-only. */
export const userConsent = pgTable(
  'user_consent',
  {
    enterpriseId: enterpriseId(),
    /** Not always a member: users without an enterprise accept the texts of the tenant where they sign in. */
    userId: uuid('user_id').notNull(),
    /** Code of the article. */
    code: text('code').notNull(),
    version: integer('version').notNull(),
    gmtCreate: gmtCreate(),
  },
  (t) => [primaryKey({ columns: [t.enterpriseId, t.userId, t.code, t.version] }), atLeast(t.version, 1)],
);
