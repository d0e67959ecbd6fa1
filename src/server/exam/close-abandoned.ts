import { and, asc, eq, lte } from 'drizzle-orm';
import { examAttempt } from './tables/attempt.ts';
import { examJournalHead } from './tables/journal.ts';
import { pgClientOf, type TenantDb } from '#src/server/core/db/tenant.ts';
import { closeAt } from './absences.ts';
import { closeAttempt } from './attempt/close-attempt.ts';
import { lockHeads } from './journal.ts';

/**
 * Closes open attempts whose candidates have left and not returned in time, as their rules demand (decision 056), at most
 * 20. Locked attempts are skipped: something is being reported about them.
 * @returns the number of attempts that were dealt with
 */
export async function closeAbandoned(
  db: TenantDb,
  { enterpriseId, now }: { enterpriseId: string; now: Date },
): Promise<number> {
  const due = await db
    .select({ attempt: examAttempt })
    .from(examAttempt)
    .innerJoin(
      examJournalHead,
      and(eq(examJournalHead.enterpriseId, examAttempt.enterpriseId), eq(examJournalHead.attemptId, examAttempt.id)),
    )
    .where(and(eq(examJournalHead.enterpriseId, enterpriseId), lte(examJournalHead.closesAt, now)))
    .orderBy(asc(examAttempt.id))
    .limit(20)
    .for('update', { of: examAttempt, skipLocked: true });
  for (const { attempt } of due) {
    // The candidate may have returned before the lock.
    const head = (await lockHeads(pgClientOf(db), enterpriseId, [attempt.id])).get(attempt.id)!;
    if (!head.closesAt || head.closesAt > now) continue;
    if (attempt.status === 'open') await closeAttempt(db, attempt, 'switch', now);
    else await closeAt(db, attempt, null);
  }
  return due.length;
}
