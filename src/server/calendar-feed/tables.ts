import { jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ToldDate } from './tell-dates.ts';
import { bytea, enterpriseId, gmtCreate, moment } from '#src/server/core/db/columns.ts';
import { oneOf } from '#src/server/core/db/constraints.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';

/** The secret address under which calendar programs read the dates of a member. Only the hash of the secret is stored. */
export const calendarFeed = pgTable(
  'calendar_feed',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    tokenHash: bytea('token_hash').notNull(),
    /** Language of the texts, unless the member has chosen one in their preferences. */
    locale: text('locale').$type<'zh' | 'en'>().notNull(),
    gmtCreate: gmtCreate(),
    /** When a program last read it; updated at most every hour. */
    lastReadAt: moment('last_read_at'),
    /** The dates that programs have been told, by their id: what has changed since then is told as a change or a cancellation. */
    told: jsonb('told').$type<Record<string, ToldDate>>().notNull().default({}),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.userId] }),
    uniqueIndex('calendar_feed_token').on(t.enterpriseId, t.tokenHash),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.locale, ['zh', 'en']),
  ],
);
