import { date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { amount, enterpriseId, gmtCreate } from './columns.ts';
import type { LedgerKind } from './record.ts';

/** Ledger totals over all kinds of hours, in the order of rankings. Kept by a trigger of `ledger_entry`. */
export const rankingTotal = pgTable(
  'ranking_total',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    kind: text('kind').$type<LedgerKind>().notNull(),
    /** Calendar year in the tenant's time zone; 0: of all years. */
    year: integer('year').notNull(),
    total: amount('total').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.userId, t.kind, t.year] }),
    index().on(t.enterpriseId, t.kind, t.year, t.total.desc(), t.userId),
  ],
);

/** Daily check-in, one a day of the tenant's calendar. */
export const checkIn = pgTable(
  'check_in',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    /** Days in a row, this one included. */
    streak: integer('streak').notNull(),
    points: amount('points').notNull(),
    gmtCreate: gmtCreate(),
  },
  (t) => [primaryKey({ columns: [t.enterpriseId, t.userId, t.day] })],
);
