import { and, asc, eq, like, or, sql } from 'drizzle-orm';
import { ledgerEntry } from '#src/server/record/tables/ledger.ts';
import type { Context } from '#src/server/core/context.ts';
import type { FactValue } from '#src/contract/appeal.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';

export type Fact = {
  key: string;
  tone: 'done' | 'open' | 'info';
  values: Record<string, FactValue>;
  items: string[];
};

/** A fact; `key` is a text of `appeal:fact`. */
export const fact = (
  tone: Fact['tone'],
  key: string,
  values: Record<string, FactValue> = {},
  items: string[] = [],
): Fact => ({ key, tone, values, items: items.slice(0, MAX_ITEMS.factItems) });

/** A moment in the text of a fact. */
export const time = (at: Date) => ({ time: at });

/** Why a course may not be studied, e.g. `state.registerFirst`. */
export const stateFact = (studyState: string): Fact[] =>
  studyState === 'open' ? [] : [fact('open', `state.${studyState}`)];

/**
 * What the ledger contains about a subject: each entry with its amount and time, and whether it was reversed.
 * @param prefix start of the sources, e.g. `course:<id>:`
 */
export async function ledgerFacts({ db, tenant, viewer }: Context, prefix: string): Promise<Fact[]> {
  const reversal = db
    .select({ at: ledgerEntry.gmtCreate, of: ledgerEntry.reversalOf })
    .from(ledgerEntry)
    .where(and(eq(ledgerEntry.enterpriseId, tenant.id), eq(ledgerEntry.userId, viewer.userId)))
    .as('reversal');
  const rows = await db
    .select({
      kind: ledgerEntry.kind,
      amount: sql<string>`trim_scale(${ledgerEntry.amount})::text`,
      at: ledgerEntry.gmtCreate,
      reversedAt: reversal.at,
    })
    .from(ledgerEntry)
    .leftJoin(reversal, eq(reversal.of, ledgerEntry.id))
    .where(
      and(
        eq(ledgerEntry.enterpriseId, tenant.id),
        eq(ledgerEntry.userId, viewer.userId),
        or(like(ledgerEntry.source, `${prefix}%`), eq(ledgerEntry.source, prefix)),
      ),
    )
    .orderBy(asc(ledgerEntry.gmtCreate), asc(ledgerEntry.id))
    .limit(MAX_ITEMS.factItems);
  return rows.map(({ kind, amount, at, reversedAt }) =>
    reversedAt
      ? fact('info', `reversed.${kind}`, { amount, at: time(at), reversedAt: time(reversedAt) })
      : fact('done', `posted.${kind}`, { amount, at: time(at) }),
  );
}
