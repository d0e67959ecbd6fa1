import { and, eq, isNull, like } from 'drizzle-orm';
import { ledgerEntry } from '#src/server/record/tables/ledger.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { readEnterprise } from '#src/server/core/read-enterprise.ts';
import { reverseEntry } from '#src/server/record/reverse-entry.ts';
import { withdrawExamResource } from '#src/server/study/withdraw-exam-resource.ts';
import { revokeExamCertificate, withdrawCertificate } from './award-certificate.ts';
import { grantResult } from './grant-pass.ts';
import { readProgress } from './progress.ts';

type Changed = {
  enterpriseId: string;
  userId: string;
  examId: string;
  /** Title of the exam and why its result has changed, as the ledger and the certificate show them. */
  title: string;
  reason: string;
  at: Date;
  /** What was earned is taken back also while the attempt that counts now waits for marks. */
  evenWaiting?: boolean;
  /** A certificate stays although the score is below its minimum: the score has not fallen, or nobody shall lose by it. */
  keepsCertificate?: boolean;
};

/**
 * Lets rewards follow the result of an exam after an attempt of a user has become passed or failed by a changed mark or a
 * regrade. The rules of the exam decide which attempt counts (decision 057). A pass is granted, or restored; without one,
 * credits and points are reversed, the certificate is revoked, and items of courses and tasks are open again. With a pass below the
 * minimum score of the certificate only that is revoked. Nothing changes while the attempt that counts waits for marks.
 */
export async function followResult(db: TenantDb, changed: Changed): Promise<void> {
  const { enterpriseId, userId, examId, at } = changed;
  const progress = await readProgress(db, { enterpriseId, userId, examId, now: at });
  if (progress.awaiting && !changed.evenWaiting) return;
  if (!progress.passed) return withdrawPass(db, changed);
  await grantResult(db, { enterpriseId, userId, examId, at });
  if (!changed.keepsCertificate) await withdrawCertificate(db, changed);
}

async function withdrawPass(db: TenantDb, { enterpriseId, userId, examId, title, reason, at }: Changed): Promise<void> {
  const { timeZone } = await readEnterprise(db, enterpriseId);
  const line = `${title} · ${reason}`;
  // Before the ledger, as in `grantPass`.
  await withdrawExamResource(db, { enterpriseId, userId, examId, at, timeZone }, line);
  const posted = await db
    .select({ source: ledgerEntry.source })
    .from(ledgerEntry)
    .where(
      and(
        eq(ledgerEntry.enterpriseId, enterpriseId),
        eq(ledgerEntry.userId, userId),
        isNull(ledgerEntry.reversalOf),
        like(ledgerEntry.source, ['exam', examId, '%'].join(':')),
      ),
    );
  for (const { source } of posted) await reverseEntry(db, { enterpriseId, userId, source, title: line, at });
  await revokeExamCertificate(db, { enterpriseId, userId, examId, at, reason });
}
