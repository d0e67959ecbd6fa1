import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, enterpriseId, gmtCreate, gmtModified, id, moment, portal } from './columns.ts';
import { atLeast, between, oneOf } from './constraints.ts';
import { enterprise } from './site.ts';

/** A person: one phone number, one password, any number of enterprises. Global. */
export const userAccount = portal.table('user_account', {
  id: uuid('id').primaryKey(),
  /** Null for someone who comes in through their enterprise's own sign-in only. */
  phone: text('phone').unique(),
  /** Argon2id, PHC string. */
  passwordHash: text('password_hash'),
  passwordChangedAt: moment('password_changed_at'),
  /** The password was given by somebody else: it opens nothing until it has been changed. */
  mustChangePassword: boolean('must_change_password').notNull().default(false),
  disabledAt: moment('disabled_at'),
  gmtCreate: gmtCreate(),
});

/** How somebody proved who they are; `handoff` and `company` carry an earlier proof over into another enterprise. */
export type LoginMethodName = 'password' | 'code' | Provider | 'handoff' | 'company';
/** Ways to sign in that an outside service answers for. */
export type Provider = 'wecom' | 'dingtalk' | 'oidc';

/** A signed-in session. Global: the token finds it before the tenant is known. Only the hash of the token is kept. */
export const userSession = portal.table(
  'user_session',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    /** Hash of the HttpOnly cookie without which the token is worth nothing (docs/decisions/012). */
    companionHash: bytea('companion_hash').notNull(),
    /** Shown to the person in the list of sessions; not a secret. */
    id: uuid('id').notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => userAccount.id, { onDelete: 'cascade' }),
    enterpriseId: uuid('enterprise_id').references(() => enterprise.id),
    way: text('way').$type<LoginMethodName>().notNull(),
    userAgent: text('user_agent'),
    address: text('address'),
    gmtCreate: gmtCreate(),
    /** Kept to five minutes. */
    lastUsedAt: moment('last_used_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (t) => [
    index().on(t.userId),
    index().on(t.expiresAt),
    oneOf(t.way, ['password', 'code', 'wecom', 'dingtalk', 'oidc', 'handoff', 'company']),
  ],
);

/** A person's membership of a tenant, and how the tenant knows them. */
export const enterpriseUser = pgTable(
  'enterprise_user',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    /** The real name, which the enterprise keeps. */
    userName: text('user_name').notNull(),
    /** What the person wants to be called where people talk to each other; null: by their real name. */
    nickname: text('nickname'),
    /** 1 learner, 2 lecturer, 3 organisation account (spec section 1). */
    userType: integer('user_type').notNull().default(1),
    isAdmin: boolean('is_admin').notNull().default(false),
    /** 1 or 2; chooses the default avatar. */
    sex: integer('sex').notNull().default(1),
    headPortraitFileId: uuid('head_portrait_file_id'),
    email: text('email'),
    department: text('department'),
    post: text('post'),
    status: text('status').$type<'active' | 'disabled'>().notNull().default('active'),
    gmtCreate: gmtCreate(),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.userId] }),
    foreignKey({ name: 'enterprise_user_account_fk', columns: [t.userId], foreignColumns: [userAccount.id] }),
    between(t.userType, 1, 3),
    between(t.sex, 1, 2),
    oneOf(t.status, ['active', 'disabled']),
  ],
);

/** Whom a person belongs to, across tenants. A trigger on `enterprise_user` keeps it: active members only. */
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

/** The version of a text (agreement, privacy) that a person accepted. Rows are never changed. */
export const userConsent = pgTable(
  'user_consent',
  {
    enterpriseId: enterpriseId(),
    /** Not always a member: people in no enterprise accept the texts of the tenant where they log in. */
    userId: uuid('user_id').notNull(),
    /** Code of the article. */
    code: text('code').notNull(),
    version: integer('version').notNull(),
    gmtCreate: gmtCreate(),
  },
  (t) => [primaryKey({ columns: [t.enterpriseId, t.userId, t.code, t.version] }), atLeast(t.version, 1)],
);

/** Append-only: who did what of consequence (sign-ins, refusals, role changes, marking). */
export const auditLog = pgTable(
  'audit_log',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    userId: uuid('user_id'),
    action: text('action').notNull(),
    detail: jsonb('detail').$type<Record<string, unknown>>(),
    address: text('address'),
    gmtCreate: gmtCreate(),
  },
  (t) => [primaryKey({ columns: [t.enterpriseId, t.id] }), index().on(t.enterpriseId, t.gmtCreate)],
);
