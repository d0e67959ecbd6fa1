import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytea, enterpriseId, gmtCreate, moment } from '#src/server/core/db/columns.ts';
import { atLeast, oneOf } from '#src/server/core/db/constraints.ts';
import { memberKey } from './member-key.ts';

/** The invitation of a member to set a password (decision 095). Each member has at most one: another message replaces its link. */
export const memberInvitation = pgTable(
  'member_invitation',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    way: text('way').$type<'sms' | 'mail'>().notNull(),
    /** Phone number or e-mail address. The link is valid only while it is that of the member. */
    recipient: text('recipient').notNull(),
    /** Hash of the token in the link. */
    tokenHash: bytea('token_hash').notNull(),
    /** Language of the message. */
    locale: text('locale').$type<'zh' | 'en'>().notNull(),
    /** Null: whoever invited is no member any more. */
    invitedBy: uuid('invited_by'),
    gmtCreate: gmtCreate(),
    /** Time of the last request to send it, and number of all. */
    invitedAt: moment('invited_at').notNull(),
    times: integer('times').notNull().default(1),
    expiresAt: moment('expires_at').notNull(),
    /** When the provider has accepted the message. */
    sentAt: moment('sent_at'),
    /** Why the provider did not, as far as is known. */
    failure: text('failure'),
    claimedAt: moment('claimed_at'),
    revokedAt: moment('revoked_at'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.userId] }),
    uniqueIndex('member_invitation_token').on(t.enterpriseId, t.tokenHash),
    index('member_invitation_invited').on(t.enterpriseId, t.invitedAt, t.userId),
    memberKey(t.enterpriseId, t.userId),
    memberKey(t.enterpriseId, t.invitedBy),
    oneOf(t.way, ['sms', 'mail']),
    oneOf(t.locale, ['zh', 'en']),
    atLeast(t.times, 1),
  ],
);
