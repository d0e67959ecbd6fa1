import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { RANKING_NAMES } from '#src/contract/rules/policy.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';
import { amount, enterpriseId, gmtCreate, gmtModified, id } from '#src/server/core/db/columns.ts';
import { atLeast, oneOf } from '#src/server/core/db/constraints.ts';

export type LedgerKind = 'hours' | 'credits' | 'points';

/**
 * Append-only ledger of class hours, credits and points. `source` identifies the event that earned the entry
 * (`course:<id>:hours`), so each event is posted once; a correction is a reversal entry, never an update.
 */
export const ledgerEntry = pgTable(
  'ledger_entry',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    userId: uuid('user_id').notNull(),
    kind: text('kind').$type<LedgerKind>().notNull(),
    /** For hours: required, culture, lecturer, other. */
    hourKind: text('hour_kind'),
    amount: amount('amount').notNull(),
    source: text('source').notNull(),
    title: text('title').notNull(),
    /** The entry that this one reverses. */
    reversalOf: uuid('reversal_of'),
    /** Calendar year in the tenant's time zone. */
    year: integer('year').notNull(),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.userId, t.source),
    foreignKey({ columns: [t.enterpriseId, t.reversalOf], foreignColumns: [t.enterpriseId, t.id] }),
    index().on(t.enterpriseId, t.userId, t.kind, t.gmtCreate, t.id),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.kind, ['hours', 'credits', 'points']),
    oneOf(t.hourKind, ['required', 'culture', 'lecturer', 'other']),
    check('ledger_entry_hours_check', sql`(${t.kind} = 'hours') = (${t.hourKind} is not null)`),
    check('ledger_entry_amount_check', sql`${t.amount} <> 0`),
    atLeast(t.year, 1),
  ],
);

/**
 * Totals per user, kind and year, maintained by a trigger on `ledger_entry`. `hourKind` is empty for credits and
 * points.
 */
export const ledgerTotal = pgTable(
  'ledger_total',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    kind: text('kind').$type<LedgerKind>().notNull(),
    hourKind: text('hour_kind').notNull().default(''),
    year: integer('year').notNull(),
    total: amount('total').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.userId, t.kind, t.hourKind, t.year] }),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.kind, ['hours', 'credits', 'points']),
    oneOf(t.hourKind, ['', 'required', 'culture', 'lecturer', 'other']),
    check('ledger_total_hours_check', sql`(${t.kind} = 'hours') = (${t.hourKind} <> '')`),
    atLeast(t.year, 1),
  ],
);

/** Daily check-in, one per calendar day in the tenant's time zone. */
export const checkIn = pgTable(
  'check_in',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    /** Consecutive days, including this one. */
    streak: integer('streak').notNull(),
    points: amount('points').notNull(),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.userId, t.day] }),
    memberKey(t.enterpriseId, t.userId),
    atLeast(t.streak, 1),
    atLeast(t.points, 0),
  ],
);

/** How members appear in rankings who have chosen; the others appear with their name. A trigger keeps `ranking_total.ranked`. */
export const rankingChoice = pgTable(
  'ranking_choice',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    names: text('names').$type<(typeof RANKING_NAMES)[number]>().notNull(),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.userId] }),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.names, RANKING_NAMES),
  ],
);

/**
 * Ledger totals over all kinds of hours, indexed for rankings. Maintained by triggers on `ledger_entry` and
 * `enterprise_user`.
 */
export const rankingTotal = pgTable(
  'ranking_total',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    kind: text('kind').$type<LedgerKind>().notNull(),
    /** Calendar year in the tenant's time zone; 0: all years. */
    year: integer('year').notNull(),
    total: amount('total').notNull(),
    /**
     * The total in hundredths, used for sorting. Under row level security PostgreSQL searches an index only with leakproof
     * operators: those of `bigint` are leakproof, those of `numeric` are not.
     */
    score: bigint('score', { mode: 'number' })
      .generatedAlwaysAs(sql`(total * 100)::bigint`)
      .notNull(),
    /** False for disabled members, and those who do not want to appear. */
    ranked: boolean('ranked').notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.userId, t.kind, t.year] }),
    // tests/api/ranking.test.ts compares its predicate with that of the queries.
    index('ranking_total_place')
      .on(t.enterpriseId, t.kind, t.year, t.score.desc().nullsFirst(), t.userId)
      .where(sql`${t.ranked} and ${t.score} > 0`),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.kind, ['hours', 'credits', 'points']),
    atLeast(t.year, 0),
  ],
);
