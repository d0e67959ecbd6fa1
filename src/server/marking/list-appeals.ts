import { and, asc, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { markingAppeal } from './tables.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';

/** Lists the viewer's appeals against marks of one paper, and how many are left. @throws AppError 404 for others' papers */
export async function listOwnAppeals(
  { db, tenant, viewer }: Context,
  { attemptId }: OperationInput<'GET /exam/auth/user/exam/appeal/list'>,
) {
  const [own] = await db
    .select({ id: examAttempt.id })
    .from(examAttempt)
    .where(
      and(
        eq(examAttempt.enterpriseId, tenant.id),
        eq(examAttempt.id, attemptId),
        eq(examAttempt.userId, viewer.userId),
      ),
    );
  if (!own) throw notFound();
  const list = await db
    .select()
    .from(markingAppeal)
    .where(and(eq(markingAppeal.enterpriseId, tenant.id), eq(markingAppeal.attemptId, attemptId)))
    .orderBy(asc(markingAppeal.gmtCreate), asc(markingAppeal.id))
    .limit(MAX_ITEMS.markAppeals);
  return { left: MAX_ITEMS.markAppeals - list.length, list };
}
