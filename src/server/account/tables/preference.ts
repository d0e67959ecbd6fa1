import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { TEXT_SIZES, THEMES } from '#src/contract/rules/preference.ts';
import { enterpriseId, gmtModified } from '#src/server/core/db/columns.ts';
import { oneOf } from '#src/server/core/db/constraints.ts';
import { memberKey } from './member-key.ts';

/** How a member wants the portal to be shown, on every device. Members without a row have chosen nothing. */
export const memberPreference = pgTable(
  'member_preference',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    /** Null: the language that was chosen on the device. */
    language: text('language').$type<'zh' | 'en'>(),
    /** IANA name of the zone in which times are shown; null: that of the enterprise. */
    timeZone: text('time_zone'),
    /** Null: nothing was chosen but on the device. */
    theme: text('theme').$type<(typeof THEMES)[number]>(),
    textSize: text('text_size').$type<(typeof TEXT_SIZES)[number]>().notNull().default('normal'),
    /** Without animations, also where the system has them. */
    reducedMotion: boolean('reduced_motion').notNull().default(false),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.userId] }),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.language, ['zh', 'en']),
    oneOf(t.theme, THEMES),
    oneOf(t.textSize, TEXT_SIZES),
    check('member_preference_time_zone_check', sql`length(${t.timeZone}) between 1 and 64`),
  ],
);
