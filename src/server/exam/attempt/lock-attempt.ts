import { and, eq } from 'drizzle-orm';
import { examAttempt } from '../tables/attempt.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { notFound } from '#src/server/core/app-error.ts';

export type Attempt = typeof examAttempt.$inferSelect;

/**
 * Locks the attempt for writing. Saves hold it `FOR SHARE` until their COMMIT, so the holder of this lock sees every
 * acknowledged answer, and no further one is stored meanwhile (docs/specification.md, section "Exam saves").
 * @throws AppError 404 when it does not exist here or does not belong to `userId`
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
