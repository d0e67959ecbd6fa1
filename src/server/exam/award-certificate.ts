import { and, eq, sql } from 'drizzle-orm';
import { exam } from './tables/exam.ts';
import { examAttempt } from './tables/attempt.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { issueCertificate, restoreWithResult, revokeWithResult } from '#src/server/record/issue-certificate.ts';
import { readProgress } from './progress.ts';
import { passMark, worthOf } from './regrade-rule.ts';
import { toHundredths } from './score-paper.ts';

/** What a certificate of an exam is issued for, once per user. */
const sourceOf = (examId: string) => ['exam', examId].join(':');

type Passed = { enterpriseId: string; userId: string; examId: string; at: Date };

/**
 * SQL condition: something that the certificate of an exam needs besides the pass is not complete.
 * @param of ids of tenant, exam and user in the statement
 */
export const lacksNeed = (of: { enterpriseId: unknown; examId: unknown; userId: unknown }) => sql`exists (
  select from exam_certificate_need n
  left join course_progress p on p.enterprise_id = n.enterprise_id and p.course_id = n.course_id and p.user_id = ${of.userId}
    and p.status = 'completed'
  left join study_task_user k on k.enterprise_id = n.enterprise_id and k.task_id = n.task_id and k.user_id = ${of.userId}
    and k.completed_at is not null
  where n.enterprise_id = ${of.enterpriseId} and n.exam_id = ${of.examId} and p.user_id is null and k.user_id is null)`;

/** Column of a statement on `exam`: the minimum score of its certificate; null: none is issued by rule and score. */
export const certificateScore = sql<string | null>`case when ${exam.certificateId} is not null
  and ${exam.certificateWay} = 'automatic' then ${exam.certificateScore} end`;

/**
 * Issues the certificate of an exam to somebody who has passed it, if it is issued by rule and its conditions hold: the score
 * of the attempt that counts, and courses and tasks that must be complete. Once per user and exam; a sweep calls this again
 * for those whose courses and tasks are completed later. A certificate that was revoked with the pass is valid again.
 */
export async function awardCertificate(db: TenantDb, passed: Passed): Promise<void> {
  const { enterpriseId, userId, examId, at } = passed;
  const [rules] = await db
    .select()
    .from(exam)
    .where(and(eq(exam.enterpriseId, enterpriseId), eq(exam.id, examId)));
  const { certificateId, certificateWay, certificateScore: least, certificateMonths } = rules!;
  if (certificateId === null) return;
  const source = sourceOf(examId);
  if (certificateWay !== 'manual') {
    if (least !== null && !(await reaches(db, passed, least))) return;
    const { rows } = await db.execute<{ lacks: boolean }>(sql`select ${lacksNeed(passed)} as lacks`);
    if (rows[0]!.lacks) return;
    await issueCertificate(db, {
      ...{ enterpriseId, userId, certificateId, source, at, issueWay: 'automatic' },
      ...(certificateMonths !== null && { validMonths: certificateMonths }),
    });
  }
  await restoreWithResult(db, { enterpriseId, userId, source });
}

/**
 * Revokes the certificate of somebody who has passed an exam, but not with the minimum score of its rule any more. One of an
 * exam without such a rule stays.
 */
export async function withdrawCertificate(db: TenantDb, passed: Passed & { reason: string }): Promise<void> {
  const { enterpriseId, examId } = passed;
  const [rules] = await db
    .select({ least: certificateScore })
    .from(exam)
    .where(and(eq(exam.enterpriseId, enterpriseId), eq(exam.id, examId)));
  const { least } = rules!;
  if (least !== null && !(await reaches(db, passed, least))) await revokeExamCertificate(db, passed);
}

/** Revokes the certificate of an exam because the result is not what it was; a better one makes it valid again. */
export async function revokeExamCertificate(db: TenantDb, { examId, ...result }: Passed & { reason: string }) {
  await revokeWithResult(db, { ...result, source: sourceOf(examId) });
}

/** Whether the attempt that counts has the minimum score of the certificate, in proportion if questions do not count. */
async function reaches(db: TenantDb, { enterpriseId, userId, examId, at }: Passed, least: string): Promise<boolean> {
  const { countingId } = await readProgress(db, { enterpriseId, examId, userId, now: at });
  const [attempt] = await db
    .select({
      ...{ objective: examAttempt.objectiveScore, subjective: examAttempt.subjectiveScore },
      ...{ totalScore: examAttempt.totalScore, notCounted: examAttempt.notCounted },
    })
    .from(examAttempt)
    .where(and(eq(examAttempt.enterpriseId, enterpriseId), eq(examAttempt.id, countingId!)));
  const score = toHundredths(attempt!.objective ?? '0') + toHundredths(attempt!.subjective ?? '0');
  return score >= passMark(least, worthOf(attempt!));
}
