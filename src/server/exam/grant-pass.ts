import { and, eq } from 'drizzle-orm';
import { exam } from '#src/server/core/db/schema/exam.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { issueCertificate } from '#src/server/record/issue-certificate.ts';
import { postEntry } from '#src/server/record/post-entry.ts';
import { readEnterprise } from '#src/server/core/read-enterprise.ts';
import { completeExamResource } from '#src/server/study/complete-exam-resource.ts';

/**
 * What passing an exam brings, in the transaction that found it passed: credits and points in the ledger, the
 * certificate, and the course resources that stand for the exam. Once per person and exam, whatever the attempts.
 */
export async function grantPass(
  db: TenantDb,
  pass: { enterpriseId: string; userId: string; examId: string; at: Date },
) {
  const { enterpriseId, userId, examId, at } = pass;
  const [passed] = await db
    .select()
    .from(exam)
    .where(and(eq(exam.enterpriseId, enterpriseId), eq(exam.id, examId)));
  const { timeZone } = await readEnterprise(db, enterpriseId);
  for (const kind of ['credits', 'points'] as const) {
    await postEntry(db, {
      enterpriseId,
      userId,
      kind,
      amount: passed![kind],
      source: ['exam', examId, kind].join(':'),
      title: passed!.title,
      at,
      timeZone,
    });
  }
  if (passed!.certificateId) {
    const certificateId = passed!.certificateId;
    await issueCertificate(db, {
      enterpriseId,
      userId,
      certificateId,
      source: ['exam', examId].join(':'),
      at,
      issueWay: 'automatic',
    });
  }
  await completeExamResource(db, { enterpriseId, userId, examId, at, timeZone });
}
