import { and, desc, eq, gt, isNotNull, or } from 'drizzle-orm';
import type { Context } from '#src/server/core/context.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { exam } from '#src/server/exam/tables/exam.ts';

/** Returns the attempt of a user that is in progress, the latest one of several; null: none. */
export async function findOpenAttempt(
  db: TenantDb,
  { enterpriseId, userId, now }: { enterpriseId: string; userId: string; now: Date },
): Promise<{ id: string; title: string } | null> {
  const [found] = await db
    .select({ id: examAttempt.id, title: exam.title })
    .from(examAttempt)
    .innerJoin(exam, and(eq(exam.enterpriseId, examAttempt.enterpriseId), eq(exam.id, examAttempt.examId)))
    .where(
      and(
        eq(examAttempt.enterpriseId, enterpriseId),
        eq(examAttempt.userId, userId),
        eq(examAttempt.status, 'open'),
        or(gt(examAttempt.deadlineAt, now), isNotNull(examAttempt.pausedAt)),
      ),
    )
    .orderBy(desc(examAttempt.startedAt), desc(examAttempt.id))
    .limit(1);
  return found ?? null;
}

/** Returns the attempt of the user that is in progress, wherever it was started; null: none. */
export const viewOpenAttempt = async ({ db, tenant, viewer, now }: Context) => ({
  attempt: await findOpenAttempt(db, { enterpriseId: tenant.id, userId: viewer.userId, now: now() }),
});
