import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, enterpriseId, gmtCreate, gmtModified, id, moment, portal } from './columns.ts';
import { enterprise } from './site.ts';

/** A person: one phone number, one password, any number of enterprises. Global. */
export const userAccount = portal.table('user_account', {
  id: uuid('id').primaryKey(),
  phone: text('phone').notNull().unique(),
  /** Argon2id, PHC string. */
  passwordHash: text('password_hash'),
  disabledAt: moment('disabled_at'),
  gmtCreate: gmtCreate(),
});

/** A signed-in session. Global: the token finds it before the tenant is known. Only the hash of the token is kept. */
export const userSession = portal.table(
  'user_session',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    /** Shown to the person in the list of sessions; not a secret. */
    id: uuid('id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => userAccount.id, { onDelete: 'cascade' }),
    enterpriseId: uuid('enterprise_id').references(() => enterprise.id),
    userAgent: text('user_agent'),
    address: text('address'),
    gmtCreate: gmtCreate(),
    expiresAt: moment('expires_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (t) => [index().on(t.userId), index().on(t.expiresAt)],
);

/** A person's membership of a tenant, and how the tenant knows them. */
export const enterpriseUser = pgTable(
  'enterprise_user',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    userName: text('user_name').notNull(),
    /** 1 learner, 2 lecturer, 3 organisation account (spec section 1). */
    userType: integer('user_type').notNull().default(1),
    isAdmin: boolean('is_admin').notNull().default(false),
    /** 1 or 2; chooses the default avatar. */
    sex: integer('sex').notNull().default(1),
    headPortraitFileId: uuid('head_portrait_file_id'),
    department: text('department'),
    post: text('post'),
    status: text('status').$type<'active' | 'disabled'>().notNull().default('active'),
    gmtCreate: gmtCreate(),
    gmtModified: gmtModified(),
  },
  (t) => [primaryKey({ columns: [t.enterpriseId, t.userId] })],
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
