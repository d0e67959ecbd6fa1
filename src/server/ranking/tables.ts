import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { amount, enterpriseId } from '#src/server/core/db/columns.ts';
import { atLeast, oneOf } from '#src/server/core/db/constraints.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';
import type { LedgerKind } from '#src/server/record/tables.ts';

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
    /** False for disabled members. */
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
