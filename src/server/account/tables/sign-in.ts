import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { portal, enterpriseId, id, moment, gmtCreate, gmtModified, bytea } from '#src/server/core/db/columns.ts';
import { oneOf, atLeast } from '#src/server/core/db/constraints.ts';
import { userAccount, type FactorName, type Provider } from './account.ts';
import { memberKey } from './member-key.ts';
import { enterprise } from '#src/server/core/tables.ts';

/* Tables of the login besides accounts and sessions: rate limits, codes, login attempts. A sweep deletes expired rows. */

export type CodePurpose = 'login' | 'reset' | 'phone' | 'email' | 'confirm';

/** A code sent by SMS or e-mail; only its hash is stored. */
export const verificationCode = portal.table(
  'verification_code',
  {
    id: uuid('id').primaryKey(),
    /** Phone number or e-mail address. The column keeps its first name: processes of an older release use it. */
    recipient: text('phone').notNull(),
    purpose: text('purpose').$type<CodePurpose>().notNull(),
    codeHash: bytea('code_hash').notNull(),
    /** Hash of the secret of the browser that requested it. */
    requesterHash: bytea('requester_hash'),
    /** Wrong tries from that browser and from others: limited separately. */
    tries: integer('tries').notNull().default(0),
    otherTries: integer('other_tries').notNull().default(0),
    /** Tenant at whose host it was requested. */
    enterpriseId: uuid('enterprise_id').notNull(),
    gmtCreate: gmtCreate(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (t) => [
    index().on(t.recipient, t.purpose),
    index().on(t.expiresAt),
    oneOf(t.purpose, ['login', 'reset', 'phone', 'email', 'confirm']),
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

/** A one-time code that continues a session at another enterprise's host; deleted when it is used. */
export const sessionHandoff = portal.table(
  'session_handoff',
  {
    codeHash: bytea('code_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => userAccount.id, { onDelete: 'cascade' }),
    /** The target enterprise. */
    enterpriseId: uuid('enterprise_id')
      .notNull()
      .references(() => enterprise.id, { onDelete: 'cascade' }),
    userAgent: text('user_agent').notNull(),
    address: text('address').notNull(),
    /** The second factor of the session that is continued. */
    factor: text('factor').$type<FactorName>(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index().on(t.expiresAt)],
);

/** Login methods of a tenant besides phone number with password or code. */
export const loginSetting = pgTable(
  'login_setting',
  {
    enterpriseId: enterpriseId(),
    provider: text('provider').$type<Provider>().notNull(),
    enabled: boolean('enabled').notNull().default(false),
    /** Everything but the secret. */
    config: jsonb('config').$type<Record<string, unknown>>().notNull(),
    /** The client secret, encrypted (src/server/core/seal.ts). */
    sealedSecret: text('sealed_secret'),
    /** Counts the changes. */
    revision: integer('revision').notNull().default(1),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.provider] }),
    oneOf(t.provider, ['wecom', 'dingtalk', 'oidc']),
    atLeast(t.revision, 1),
  ],
);

/** The identity that an external provider reports for a user. */
export type ExternalIdentity = {
  subject: string;
  displayName: string | null;
  phone?: string | null;
  email?: string | null;
};

/** One login of one browser through an external provider. */
export const loginAttempt = pgTable(
  'login_attempt',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    provider: text('provider').$type<Provider>().notNull(),
    stateHash: bytea('state_hash').notNull(),
    /** Hash of the HttpOnly cookie of the browser that started it. */
    browserHash: bytea('browser_hash').notNull(),
    nonce: text('nonce'),
    codeVerifier: text('code_verifier'),
    redirect: text('redirect'),
    agreed: boolean('agreed').notNull().default(false),
    /**
     * Set when the provider has returned an identity that is not linked yet: the next sign-in in this browser links it.
     */
    identity: jsonb('identity').$type<ExternalIdentity>(),
    /** The signed-in user who links another login method. */
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

/** The member of a tenant that an external identity is linked to. */
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

/** A person of the contacts of a provider, whom a synchronisation has brought (decision 096). */
export const contactPerson = pgTable(
  'contact_person',
  {
    enterpriseId: enterpriseId(),
    provider: text('provider').$type<Provider>().notNull(),
    /** As in `user_identity`, which is what a sign-in needs: the link may be missing. */
    subject: text('subject').notNull(),
    /** Null: nobody is known to be this person until they sign in, because the provider tells no name. */
    userId: uuid('user_id'),
    /** The synchronisation has disabled the member, or its undoing: the next one that has them again enables them. */
    isDisabled: boolean('is_disabled').notNull().default(false),
    /** What the member who signs in becomes: values by field, e.g. the path of the department. */
    given: jsonb('given').$type<Record<string, string | number | null>>().notNull().default({}),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.provider, t.subject] }),
    index().on(t.enterpriseId, t.userId),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.provider, ['wecom', 'dingtalk', 'oidc']),
  ],
);
