import { sql } from 'drizzle-orm';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { readEvaluations } from './read-evaluations.ts';

/**
 * Returns an evaluation: for its person, its assessors and administrators.
 * @throws AppError 404 for everybody else
 */
export async function viewEvaluation(ctx: Context, { id }: { id: string }) {
  const { viewer } = ctx;
  const isAssessor = sql`exists (select from evaluation_assessment a where a.enterprise_id = e.enterprise_id
    and a.evaluation_id = e.id and a.user_id = ${viewer.userId})`;
  const isVisible = viewer.isAdmin ? sql`true` : sql`(e.user_id = ${viewer.userId} or ${isAssessor})`;
  const [found] = await readEvaluations(ctx, sql`e.id = ${id} and ${isVisible}`);
  if (!found) throw notFound();
  return found;
}
