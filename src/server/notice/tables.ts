import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  NOTICE_CHANNELS,
  NOTICE_DELIVERY_REASONS,
  NOTICE_DELIVERY_STATES,
  NOTICE_GROUPS,
  type NoticeChannel,
  type NoticeChoice,
  type NoticeDeliveryReason,
  type NoticeDeliveryState,
  type NoticeGroup,
  type NoticeKind,
} from '#src/contract/rules/notice.ts';
import type { Locale } from '#src/i18n/locale.ts';
import { enterpriseId, gmtCreate, gmtModified, id, moment } from '#src/server/core/db/columns.ts';
import { atLeast, between, oneOf } from '#src/server/core/db/constraints.ts';
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

/** How a member gets notices besides the portal (decision 111). No row: as the enterprise requires, and no more. */
export const reminderPreference = pgTable(
  'reminder_preference',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    /** What the member has chosen or declined, by `NOTICE_CHOICES`; a name that is not in it was never changed: no. */
    choices: jsonb('choices').$type<Partial<Record<NoticeChoice, boolean>>>().notNull().default({}),
    /** Quiet hours besides those of the enterprise; both or neither. */
    quietFrom: integer('quiet_from'),
    quietUntil: integer('quiet_until'),
    /** Language of the messages, and address of the portal where the member chose this. */
    locale: text('locale').$type<Locale>().notNull(),
    origin: text('origin').notNull(),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.userId] }),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.locale, ['zh', 'en']),
    between(t.quietFrom, 0, 23),
    between(t.quietUntil, 0, 23),
    check('reminder_preference_quiet_check', sql`(${t.quietFrom} is null) = (${t.quietUntil} is null)`),
  ],
);

/**
 * What becomes of a notice on a channel besides the portal: only on those that the member wants or the enterprise requires. The key lets
 * nobody be told of the same fact twice on a channel, whatever is killed or runs at the same time (decision 111).
 */
export const noticeDelivery = pgTable(
  'notice_delivery',
  {
    enterpriseId: enterpriseId(),
    noticeId: uuid('notice_id').notNull(),
    channel: text('channel').$type<NoticeChannel>().notNull(),
    userId: uuid('user_id').notNull(),
    groupName: text('group_name').$type<NoticeGroup>().notNull(),
    /** The enterprise required it when the notice was sent. */
    isRequired: boolean('is_required').notNull(),
    state: text('state').$type<NoticeDeliveryState>().notNull().default('waiting'),
    reason: text('reason').$type<NoticeDeliveryReason>(),
    tries: integer('tries').notNull().default(0),
    /** Of the last try, as the provider says it, without addresses. */
    error: text('error'),
    /** When it is tried; of `sending`, when it is taken for interrupted. */
    nextAt: moment('next_at').notNull(),
    doneAt: moment('done_at'),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.noticeId, t.channel] }),
    foreignKey({
      name: 'notice_delivery_notice_fk',
      columns: [t.enterpriseId, t.noticeId],
      foreignColumns: [notice.enterpriseId, notice.id],
    }).onDelete('cascade'),
    memberKey(t.enterpriseId, t.userId),
    index('notice_delivery_waiting')
      .on(t.enterpriseId, t.channel, t.nextAt)
      .where(sql`state in ('waiting', 'sending')`),
    index('notice_delivery_log').on(t.enterpriseId, t.gmtCreate, t.noticeId, t.channel),
    index('notice_delivery_person').on(t.enterpriseId, t.userId, t.gmtCreate),
    // Also of what hardly anybody gets, the newest are found without reading all.
    index('notice_delivery_group').on(t.enterpriseId, t.groupName, t.gmtCreate),
    index('notice_delivery_channel').on(t.enterpriseId, t.channel, t.gmtCreate),
    index('notice_delivery_state').on(t.enterpriseId, t.state, t.gmtCreate),
    oneOf(t.channel, NOTICE_CHANNELS),
    oneOf(t.groupName, NOTICE_GROUPS),
    oneOf(t.state, NOTICE_DELIVERY_STATES),
    oneOf(t.reason, NOTICE_DELIVERY_REASONS),
    atLeast(t.tries, 0),
    check('notice_delivery_done_check', sql`(${t.state} in ('waiting', 'sending')) = (${t.doneAt} is null)`),
  ],
);
