import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { NoticeKind } from '#src/contract/notice.ts';
import type { Locale } from '#src/i18n/locale.ts';
import { enterpriseId, gmtCreate, gmtModified, id, moment } from '#src/server/core/db/columns.ts';
import { oneOf } from '#src/server/core/db/constraints.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';

/**
 * A message of the portal to one member, e.g. that a question was answered. The text is made from `kind` and `detail` in
 * the reader's language.
 */
export const notice = pgTable(
  'notice',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    userId: uuid('user_id').notNull(),
    kind: text('kind').$type<NoticeKind>().notNull(),
    /** Values of the text: titles, names, reasons. Plain text. */
    detail: jsonb('detail').$type<Record<string, string | number>>().notNull().default({}),
    /** Path in the portal without language prefix, e.g. `/community/question/…`. */
    path: text('path').notNull(),
    /** The fact it reports: the same fact is reported once. */
    source: text('source').notNull(),
    readAt: moment('read_at'),
    /** When a reminder of it was sent, or was about to be: it is sent at most once. */
    smsAt: moment('sms_at'),
    mailAt: moment('mail_at'),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.userId, t.source),
    index().on(t.enterpriseId, t.userId, t.gmtCreate, t.id),
    index('notice_unread')
      .on(t.enterpriseId, t.userId)
      .where(sql`read_at is null`),
    memberKey(t.enterpriseId, t.userId),
  ],
);

/** How often a member wants a digest of the community. No row: never. */
export const digestPreference = pgTable(
  'digest_preference',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    frequency: text('frequency').$type<'none' | 'daily' | 'weekly'>().notNull(),
    /** Also sent by e-mail, if the member's address is confirmed. */
    byEmail: boolean('by_email').notNull().default(false),
    /** Language and address of the portal where the member chose this, for the e-mail. */
    locale: text('locale').$type<Locale>().notNull().default('zh'),
    origin: text('origin'),
    /** End of the period that the last digest covered. */
    sentUntil: moment('sent_until').notNull(),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.userId] }),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.frequency, ['none', 'daily', 'weekly']),
    oneOf(t.locale, ['zh', 'en']),
  ],
);

/** Whether a member gets notices of tasks and coachings by SMS or e-mail, too. No row: no. */
export const reminderPreference = pgTable(
  'reminder_preference',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    bySms: boolean('by_sms').notNull(),
    byEmail: boolean('by_email').notNull(),
    /** Language and address of the portal where the member chose this, for the messages. */
    locale: text('locale').$type<Locale>().notNull(),
    origin: text('origin').notNull(),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.userId] }),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.locale, ['zh', 'en']),
  ],
);
