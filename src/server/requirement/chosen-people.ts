import { and, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { scopeOf } from '#src/contract/rules/rights.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { inScope } from '#src/server/core/in-department.ts';
import { checkFilter, matrixPeople, peopleFrom } from './matrix.ts';
import { ids } from './reconcile.ts';
import { momentOf } from './state-sql.ts';
import { requirement } from './tables/requirement.ts';

/**
 * SQL of the chosen people `p`, whom it counts.
 * @throws AppError 404 for a person that does not exist or whom the viewer may not see; 409 `listChanged` when the filter finds another
 *   number than the user saw
 */
export async function chosenPeople(
  ctx: Context,
  { ids: chosen, found }: Pick<OperationInput<'POST /course/auth/requirement/bulk/save'>, 'ids' | 'found'>,
) {
  if (found) await checkFilter(ctx, found.filter);
  const at = momentOf(ctx, found?.filter.on);
  const from = found
    ? matrixPeople(ctx, found.filter, at)
    : sql`from ${peopleFrom(ctx, at)} where p.user_id = any (${ids(chosen!)})`;
  const { rows } = await ctx.db.execute<{ count: number }>(sql`select count(*)::int as count ${from}`);
  const { count } = rows[0]!;
  if (found && count !== found.count) throw new AppError(409, 'listChanged');
  if (chosen && count !== new Set(chosen).size) throw notFound();
  return from;
}

/** @throws AppError 404 for a requirement that does not exist; 409 for one that is not published */
export async function findPublished({ db, tenant }: Context, id: string) {
  const [found] = await db
    .select()
    .from(requirement)
    .where(and(eq(requirement.enterpriseId, tenant.id), eq(requirement.id, id)));
  if (!found) throw notFound();
  if (found.phase !== 'published') throw new AppError(409, 'requirementPhase');
  return found;
}

/**
 * Checks that the viewer may change an active member.
 * @throws AppError 404 for others; 409 with `isAssigned` when the member does not have the requirement
 */
export async function checkPerson(
  ctx: Context,
  userId: string,
  requirementId: string,
  isAssigned: boolean,
): Promise<void> {
  const { db, tenant, viewer } = ctx;
  const { rows } = await db.execute<{ has: boolean }>(sql`
    select exists (select from requirement_assignment a where a.enterprise_id = ${tenant.id} and a.requirement_id = ${requirementId}
                     and a.user_id = u.user_id and a.closed_at is null) as has
    from enterprise_user u
    where u.enterprise_id = ${tenant.id} and u.user_id = ${userId} and u.status = 'active'
      and ${inScope(sql`coalesce(u.department, '')`, scopeOf(viewer, 'training.write'))}`);
  if (!rows[0]) throw notFound();
  if (isAssigned && !rows[0].has) throw new AppError(409, 'requirementNotAssigned');
}
