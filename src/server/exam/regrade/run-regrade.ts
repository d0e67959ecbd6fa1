import { and, asc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { exam } from '#src/server/exam/tables/exam.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { examRegrade } from '#src/server/exam/tables/regrade.ts';
import { pgClientOf, withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import { certificateScore } from '#src/server/exam/award-certificate.ts';
import { followResult } from '#src/server/exam/follow-result.ts';
import { appendJournal } from '#src/server/exam/journal.ts';
import { lockAttempt } from '#src/server/exam/attempt/lock-attempt.ts';
import { readRegrades, rulesOf } from '#src/server/exam/read-regrades.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { storeRegraded } from '../attempt/change-result.ts';
import { regradeAttempt } from './regrade-attempt.ts';

type Which = { enterpriseId: string; regradeId: string };
type Regrade = typeof examRegrade.$inferSelect;

/** Attempts of one transaction. */
const BATCH = 50;

/**
 * Applies one batch of a regrade in one transaction: the next attempts by their ids, and the place up to which it is done. So
 * each attempt is regraded once, however often the job begins anew. Attempts that are closed meanwhile follow the rule already.
 * @returns false when none are left
 */
export function regradeBatch({ enterpriseId, regradeId }: Which, at: Date): Promise<boolean> {
  return withTenant(enterpriseId, async (db) => {
    const ofRegrade = and(eq(examRegrade.enterpriseId, enterpriseId), eq(examRegrade.id, regradeId));
    const [regrade] = await db.select().from(examRegrade).where(ofRegrade).for('update');
    if (!regrade || regrade.doneAt) return false;
    const { examId, questionId, version, doneUntil } = regrade;
    const [rules] = await db
      .select({
        ...{ title: exam.title, passScore: exam.passScore },
        certificateScore,
      })
      .from(exam)
      .where(and(eq(exam.enterpriseId, enterpriseId), eq(exam.id, examId)));
    const regrades = rulesOf(await readRegrades(db, enterpriseId, examId));
    const next = await db
      .select({
        id: examAttempt.id,
        holds: sql<boolean>`exists (select from jsonb_array_elements(${examAttempt.paper}) q
          where (q ->> 'questionId')::uuid = ${questionId} and coalesce((q ->> 'version')::int, 0) = ${version})`,
      })
      .from(examAttempt)
      .where(
        and(
          ...[eq(examAttempt.enterpriseId, enterpriseId), eq(examAttempt.examId, examId)],
          ...[
            ne(examAttempt.status, 'open'),
            isNull(examAttempt.voidedAt),
            doneUntil ? gt(examAttempt.id, doneUntil) : undefined,
          ],
        ),
      )
      .orderBy(asc(examAttempt.id))
      .limit(BATCH);
    let last: string | null = null;
    for (const { id, holds } of next) {
      last = id;
      // One person's rewards in a transaction: it locks rows that others lock in another order.
      if (holds && (await regradeOne(db, regrade, id, { ...rules!, rules: regrades, at }))) break;
    }
    await db
      .update(examRegrade)
      .set(last === null ? { doneAt: at } : { doneUntil: last })
      .where(ofRegrade);
    return last !== null;
  });
}

type How = Omit<Parameters<typeof regradeAttempt>[1], 'keepPasses'> & { title: string; at: Date };

/** @returns whether rewards have followed */
async function regradeOne(
  db: TenantDb,
  { enterpriseId, id: regradeId, examId, questionId, reason, keepPasses }: Regrade,
  attemptId: string,
  { title, at, ...how }: How,
): Promise<boolean> {
  const attempt = await lockAttempt(db, enterpriseId, attemptId);
  // Since it was listed, an invigilator has voided it, or opened it again: then it follows the rule when it is closed.
  if (attempt.voidedAt !== null || attempt.status === 'open') return false;
  const { userId, passed: passedBefore } = attempt;
  const { values, scoreBefore, scoreAfter, certificate } = regradeAttempt(attempt, { ...how, keepPasses });
  const markOf = (marks: Record<string, number> | null) => marks?.[questionId] ?? null;
  const [markBefore, markAfter] = [markOf(attempt.marks), markOf(values.marks)];
  await storeRegraded(db, attempt, values, {
    ...{ regradeId, passedBefore, passedAfter: values.passed },
    markBefore: markBefore === null ? null : String(markBefore),
    markAfter: markAfter === null ? null : String(markAfter),
    ...{ scoreBefore: String(scoreBefore), scoreAfter: String(scoreAfter) },
  });
  await appendJournal(pgClientOf(db), enterpriseId, [
    {
      ...{ attemptId, kind: 'regrade', at, data: { regradeId, questionId } },
      content: { reason, markBefore, markAfter, scoreBefore, scoreAfter, passedBefore, passedAfter: values.passed },
    },
  ]);
  const crosses = values.passed !== passedBefore;
  const follows = crosses || certificate?.before !== certificate?.after;
  const keepsCertificate = keepPasses || scoreAfter >= scoreBefore;
  if (follows) await followResult(db, { enterpriseId, userId, examId, title, reason, at, keepsCertificate });
  if (values.passed !== null && (crosses || scoreBefore !== scoreAfter))
    await sendNotices(db, enterpriseId, [
      {
        ...{ userId, kind: crosses ? (values.passed ? 'examRegradedPass' : 'examRegradedFail') : 'examRegraded', at },
        detail: { title, reason, before: scoreBefore, after: scoreAfter },
        ...{ path: `/account/exam/examSuccess?id=${attemptId}`, source: `regrade:${regradeId}:${attemptId}` },
      },
    ]);
  return follows;
}
