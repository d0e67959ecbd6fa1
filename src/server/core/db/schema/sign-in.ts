import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { userAccount, type Provider } from './account.ts';
import { bytea, enterpriseId, gmtCreate, gmtModified, id, moment, portal } from './columns.ts';
import { atLeast, oneOf } from './constraints.ts';
import { memberKey } from './member-key.ts';
import { enterprise } from './site.ts';

/* What signing in needs besides accounts and sessions: tries, codes, attempts. Rows are swept away after they expire. */

/** Tries of something within a window of time. Shared by all portal processes. */
export const rateLimit = portal.table(
  'rate_limit',
  {
    /** e.g. `login:account:13800000001`. */
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index().on(t.expiresAt), atLeast(t.count, 0)],
);

export type CodePurpose = 'login' | 'reset' | 'phone' | 'confirm';

/** A code sent by SMS; only its hash is kept. */
export const verificationCode = portal.table(
  'verification_code',
  {
    id: uuid('id').primaryKey(),
    phone: text('phone').notNull(),
    purpose: text('purpose').$type<CodePurpose>().notNull(),
    codeHash: bytea('code_hash').notNull(),
    /** Hash of the secret in the browser that asked for it. */
    requesterHash: bytea('requester_hash'),
    /** Wrong tries from that browser, and from anywhere else: neither uses up the other's. */
    tries: integer('tries').notNull().default(0),
    otherTries: integer('other_tries').notNull().default(0),
    /** Tenant at whose host it was asked for. */
    enterpriseId: uuid('enterprise_id').notNull(),
    gmtCreate: gmtCreate(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (t) => [
    index().on(t.phone, t.purpose),
    index().on(t.expiresAt),
    oneOf(t.purpose, ['login', 'reset', 'phone', 'confirm']),
    atLeast(t.tries, 0),
    atLeast(t.otherTries, 0),
  ],
);

/** The answer to a picture; the row is deleted when it is answered, rightly or not. */
export const pictureCode = portal.table(
  'picture_code',
  {
    id: uuid('id').primaryKey(),
    answerHash: bytea('answer_hash').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index().on(t.expiresAt)],
);

/** A signed-in person on the way to another enterprise's host; deleted when it is used. */
export const sessionHandoff = portal.table(
  'session_handoff',
  {
    codeHash: bytea('code_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => userAccount.id, { onDelete: 'cascade' }),
    /** Where to. */
    enterpriseId: uuid('enterprise_id')
      .notNull()
      .references(() => enterprise.id, { onDelete: 'cascade' }),
    userAgent: text('user_agent').notNull(),
    address: text('address').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index().on(t.expiresAt)],
);

/** How a tenant's people may sign in besides phone and password or code. */
export const loginSetting = pgTable(
  'login_setting',
  {
    enterpriseId: enterpriseId(),
    provider: text('provider').$type<Provider>().notNull(),
    enabled: boolean('enabled').notNull().default(false),
    /** Everything but the secret. */
    config: jsonb('config').$type<Record<string, unknown>>().notNull(),
    /** The client secret, sealed (src/server/seal.ts). */
    sealedSecret: text('sealed_secret'),
    gmtModified: gmtModified(),
  },
  (t) => [primaryKey({ columns: [t.enterpriseId, t.provider] }), oneOf(t.provider, ['wecom', 'dingtalk', 'oidc'])],
);

/** Who an outside service says somebody is. */
export type OutsideIdentity = {
  subject: string;
  displayName: string | null;
  phone?: string | null;
  email?: string | null;
};

/** One way out to a provider and back, of one browser. */
export const loginAttempt = pgTable(
  'login_attempt',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    provider: text('provider').$type<Provider>().notNull(),
    stateHash: bytea('state_hash').notNull(),
    /** Hash of the HttpOnly cookie of the browser that began it. */
    browserHash: bytea('browser_hash').notNull(),
    nonce: text('nonce'),
    codeVerifier: text('code_verifier'),
    redirect: text('redirect'),
    agreed: boolean('agreed').notNull().default(false),
    /** Once the provider has answered and nobody here is known by it: waits to be bound to whoever signs in next. */
    identity: jsonb('identity').$type<OutsideIdentity>(),
    /** The signed-in person who wants to link another way in. */
    userId: uuid('user_id'),
    gmtCreate: gmtCreate(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    index().on(t.enterpriseId, t.stateHash),
    index().on(t.expiresAt),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.provider, ['wecom', 'dingtalk', 'oidc']),
  ],
);

/** Which person of a tenant an outside identity stands for. */
export const userIdentity = pgTable(
  'user_identity',
  {
    enterpriseId: enterpriseId(),
    provider: text('provider').$type<Provider>().notNull(),
    subject: text('subject').notNull(),
    userId: uuid('user_id').notNull(),
    displayName: text('display_name'),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.provider, t.subject] }),
    index().on(t.enterpriseId, t.userId, t.provider),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.provider, ['wecom', 'dingtalk', 'oidc']),
  ],
);
