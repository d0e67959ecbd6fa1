import { bigint, boolean, index, integer, jsonb, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { portal, moment, gmtCreate, bytea } from '#src/server/core/db/columns.ts';
import { atLeast, oneOf } from '#src/server/core/db/constraints.ts';
import { enterprise } from '#src/server/core/tables.ts';
import { userAccount, type LoginMethodName } from './account.ts';

/* Second factors of accounts. Global like the account: whoever knows its password could sign in at any enterprise. */

/** The authenticator app of an account, once a code of it has been entered (decision 112). */
export const userTotp = portal.table(
  'user_totp',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => userAccount.id, { onDelete: 'cascade' }),
    /** The shared secret, encrypted (src/server/core/seal.ts). */
    sealedSecret: text('sealed_secret').notNull(),
    /** Time step of the last code that was accepted: neither it nor an earlier one is accepted again. */
    lastStep: integer('last_step').notNull(),
    gmtCreate: gmtCreate(),
  },
  (t) => [atLeast(t.lastStep, 0)],
);

/** A code for an account whose authenticator app is lost; only its hash is stored. */
export const recoveryCode = portal.table(
  'recovery_code',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => userAccount.id, { onDelete: 'cascade' }),
    codeHash: bytea('code_hash').notNull(),
    usedAt: moment('used_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

/** A sign-in whose first way is proven and whose second factor is not; deleted when the session is opened. */
export const pendingSignIn = portal.table(
  'pending_sign_in',
  {
    /** Hash of the HttpOnly cookie of the browser. */
    tokenHash: bytea('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => userAccount.id, { onDelete: 'cascade' }),
    /** The enterprise to which the user signs in. */
    enterpriseId: uuid('enterprise_id')
      .notNull()
      .references(() => enterprise.id, { onDelete: 'cascade' }),
    way: text('way').$type<LoginMethodName>().notNull(),
    /** Id of the login attempt whose external identity is linked when the session is opened. */
    bind: uuid('bind'),
    userAgent: text('user_agent').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index().on(t.userId), index().on(t.expiresAt)],
);

/** A passkey of an account: a way in that proves possession and the person (decision 112). */
export const passkey = portal.table(
  'passkey',
  {
    /** Id of the credential, base64url. */
    id: text('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => userAccount.id, { onDelete: 'cascade' }),
    /** The host, or parent domain, for which the browser made it. */
    rpId: text('rp_id').notNull(),
    publicKey: bytea('public_key').notNull(),
    /** Number of uses that its device told last; 0 for those that do not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: jsonb('transports').$type<string[]>().notNull(),
    /** Chosen by the user. */
    name: text('name').notNull(),
    /** Synchronised between devices by its provider. */
    backedUp: boolean('backed_up').notNull(),
    gmtCreate: gmtCreate(),
    lastUsedAt: moment('last_used_at'),
  },
  (t) => [index().on(t.userId), atLeast(t.counter, 0)],
);

/** A challenge for a passkey; deleted when it is answered, rightly or not. */
export const passkeyChallenge = portal.table(
  'passkey_challenge',
  {
    challengeHash: bytea('challenge_hash').primaryKey(),
    purpose: text('purpose').$type<'add' | 'prove'>().notNull(),
    /** Who adds a passkey; null: whoever proves one. */
    userId: uuid('user_id').references(() => userAccount.id, { onDelete: 'cascade' }),
    enterpriseId: uuid('enterprise_id')
      .notNull()
      .references(() => enterprise.id, { onDelete: 'cascade' }),
    /** Hash of the HttpOnly cookie of the browser. */
    browserHash: bytea('browser_hash').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index().on(t.userId), index().on(t.expiresAt), oneOf(t.purpose, ['add', 'prove'])],
);
