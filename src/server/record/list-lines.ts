import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { ledgerEntry, type LedgerKind } from './tables/ledger.ts';
import type { Context } from '#src/server/core/context.ts';

type HourKind = 'required' | 'culture' | 'lecturer' | 'other';

/** Returns one page of the viewer's ledger entries, newest first. */
async function listLines(
  { db, tenant, viewer }: Context,
  input: { pageCurrent: number; pageSize: number; year?: number },
  kinds: LedgerKind[],
  filter?: SQL,
) {
  const where = and(
    eq(ledgerEntry.enterpriseId, tenant.id),
    eq(ledgerEntry.userId, viewer.userId),
    inArray(ledgerEntry.kind, kinds),
    input.year === undefined ? undefined : eq(ledgerEntry.year, input.year),
    filter,
  );
  const { limit, offset } = slice(input);
  const lines = await db
    .select({
      id: ledgerEntry.id,
      kind: ledgerEntry.kind,
      hourKind: ledgerEntry.hourKind,
      title: ledgerEntry.title,
      amount: ledgerEntry.amount,
      year: ledgerEntry.year,
      reversal: sql<boolean>`${ledgerEntry.reversalOf} is not null`,
      gmtCreate: ledgerEntry.gmtCreate,
    })
    .from(ledgerEntry)
    .where(where)
    .orderBy(desc(ledgerEntry.gmtCreate), desc(ledgerEntry.id))
    .limit(limit)
    .offset(offset);
  return paging(input, await db.$count(ledgerEntry, where), lines);
}

/** Returns a page of the viewer's class hour entries. */
export async function listHourLines(
  ctx: Context,
  input: OperationInput<'POST /data/auth/course/hour/user/course/hour/page'>,
) {
  const answer = await listLines(ctx, input, ['hours'], input.hourKind && eq(ledgerEntry.hourKind, input.hourKind));
  return {
    ...answer,
    list: answer.list.map((line) => ({ ...line, hourKind: (line.hourKind ?? 'other') as HourKind })),
  };
}

/** Returns a page of the viewer's credit and point entries. */
export async function listCreditLines(
  ctx: Context,
  input: OperationInput<'POST /data/auth/user/credit/hour/change/record/page'>,
) {
  const answer = await listLines(ctx, input, input.kind ? [input.kind] : ['credits', 'points']);
  return { ...answer, list: answer.list.map((line) => ({ ...line, kind: line.kind as 'credits' | 'points' })) };
}
