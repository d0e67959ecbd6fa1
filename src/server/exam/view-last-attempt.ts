import { and, desc, eq, ne } from 'drizzle-orm';
import { examAttempt } from './tables/attempt.ts';
import type { Context } from '#src/server/core/context.ts';
import { closeExpired } from './attempt/close-expired.ts';

/** Returns the attempt that the viewer submitted last, of any exam, for addresses of results without an id; null without one. */
export async function viewLastAttempt({ db, tenant, viewer, now }: Context) {
  const enterpriseId = tenant.id;
  await closeExpired(db, { enterpriseId, userId: viewer.userId, now: now(), closedBy: 'timer' });
  const [last] = await db
    .select({ attemptId: examAttempt.id })
    .from(examAttempt)
    .where(
      and(
        eq(examAttempt.enterpriseId, enterpriseId),
        eq(examAttempt.userId, viewer.userId),
        ne(examAttempt.status, 'open'),
        eq(examAttempt.trial, false),
      ),
    )
    .orderBy(desc(examAttempt.submittedAt), desc(examAttempt.id))
    .limit(1);
  return last ?? null;
}
