import { and, eq } from 'drizzle-orm';
import { examAttempt } from '#src/server/core/db/schema/exam.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { notFound } from '#src/server/core/app-error.ts';

export type Attempt = typeof examAttempt.$inferSelect;

/**
 * Takes the attempt for writing. Saves hold it `FOR SHARE` until their COMMIT, so whoever has it here sees every answer
 * that was acknowledged, and none arrives meanwhile (design section 8).
 * @throws AppError 404 when it does not exist here, or belongs to someone else
 */
export async function lockAttempt(
  db: TenantDb,
  enterpriseId: string,
  attemptId: string,
  userId?: string,
): Promise<Attempt> {
  const [attempt] = await db
    .select()
    .from(examAttempt)
    .where(and(eq(examAttempt.enterpriseId, enterpriseId), eq(examAttempt.id, attemptId)))
    .for('update');
  if (!attempt || (userId && attempt.userId !== userId)) throw notFound();
  return attempt;
}
