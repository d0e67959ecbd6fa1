import { and, desc, eq } from 'drizzle-orm';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import type { Context } from '#src/server/core/context.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { rehearsal, type RehearsalStep, type StoredStep } from './tables.ts';
import { largestHeld } from './next-takers.ts';
import { mostTakers, refusal } from './refusal.ts';

/** Returns the latest rehearsals of the enterprise, newest first, and whether one can be started. */
export async function viewRehearsals(ctx: Context) {
  const rows = await ctx.db
    .select({ row: rehearsal, askedByName: enterpriseUser.userName })
    .from(rehearsal)
    .innerJoin(
      enterpriseUser,
      and(eq(enterpriseUser.enterpriseId, rehearsal.enterpriseId), eq(enterpriseUser.userId, rehearsal.askedBy)),
    )
    .where(eq(rehearsal.enterpriseId, ctx.tenant.id))
    .orderBy(desc(rehearsal.askedAt), desc(rehearsal.id))
    .limit(MAX_ITEMS.rehearsals);
  return {
    most: await mostTakers(),
    refused: await refusal(ctx),
    list: rows.map(({ row, askedByName }) => ({
      ...row,
      askedByName,
      steps: row.steps.map(withAllFigures),
      held: largestHeld(row.steps),
    })),
  };
}

/** Rehearsals of earlier versions of the portal measured less. */
const withAllFigures = (step: StoredStep): RehearsalStep => ({
  ...{ leavingSeconds: null, lostSeconds: 0, refused: 0, pageRetries: 0, generatorCores: null, generatorLate: null },
  parts: [],
  ...step,
});
