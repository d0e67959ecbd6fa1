import { and, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { rulesSql } from '#src/server/policy/rules-sql.ts';
import { rankingChoice } from './tables/ledger.ts';

/**
 * Sets how the viewer appears in rankings. Going back to the name is always possible.
 * @throws AppError 409 if the enterprise leaves no choice
 */
export async function saveRankingChoice(
  { db, tenant, viewer, now }: Context,
  { names }: OperationInput<'PUT /user/auth/ranking/choice/save'>,
) {
  const { rows } = await db.execute<{ allowed: boolean }>(
    sql`select (${rulesSql('rankings', tenant.id)} ->> 'ownChoice')::boolean as allowed`,
  );
  const mine = and(eq(rankingChoice.enterpriseId, tenant.id), eq(rankingChoice.userId, viewer.userId));
  if (names === 'name') await db.delete(rankingChoice).where(mine);
  else if (!rows[0]!.allowed) throw new AppError(409, 'noRankingChoice');
  else {
    const values = { names, gmtModified: now() };
    await db
      .insert(rankingChoice)
      .values({ enterpriseId: tenant.id, userId: viewer.userId, ...values })
      .onConflictDoUpdate({ target: [rankingChoice.enterpriseId, rankingChoice.userId], set: values });
  }
  return { names };
}
