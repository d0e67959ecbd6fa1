import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray } from 'drizzle-orm';
import { examAnswer } from '#src/server/exam/tables/answer.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { Candidate } from './candidate.ts';

/** `lost`: acknowledged answers that are missing or older in the database; `divergent`: attempts whose submission differs from it. */
export type Compared = { acknowledged: number; lost: number; divergent: number };

/** Attempts that are read at a time. */
const BATCH = 100;

/** Compares what was acknowledged with what is stored, in the process that has the database. */
export async function compareAnswers(enterpriseId: string, candidates: Candidate[]): Promise<Compared> {
  const entered = candidates.filter(({ hall }) => hall);
  const compared: Compared = { acknowledged: 0, lost: 0, divergent: 0 };
  for (let from = 0; from < entered.length; from += BATCH) {
    const some = entered.slice(from, from + BATCH);
    const ids = some.map(({ hall }) => hall!.attemptId);
    const [answers, attempts] = await withTenant(enterpriseId, async (db) => [
      await db
        .select()
        .from(examAnswer)
        .where(and(eq(examAnswer.enterpriseId, enterpriseId), inArray(examAnswer.attemptId, ids))),
      await db
        .select({ id: examAttempt.id, submitted: examAttempt.submittedAnswers, answerCount: examAttempt.answerCount })
        .from(examAttempt)
        .where(and(eq(examAttempt.enterpriseId, enterpriseId), inArray(examAttempt.id, ids))),
    ]);
    for (const candidate of some) {
      const { attemptId } = candidate.hall!;
      const own = answers.filter((row) => row.attemptId === attemptId);
      const attempt = attempts.find(({ id }) => id === attemptId);
      const stored = new Map(own.map((row) => [row.questionId, row]));
      for (const [questionId, { epoch, revision, answer }] of candidate.acknowledged) {
        compared.acknowledged += 1;
        const row = stored.get(questionId);
        const isNewer = row && (row.epoch > epoch || (row.epoch === epoch && row.revision > revision));
        if (
          !row ||
          (!isNewer && !(row.epoch === epoch && row.revision === revision && isDeepStrictEqual(row.answer, answer)))
        )
          compared.lost += 1;
      }
      if (candidate.receiptCount === null) continue;
      const counted = Object.fromEntries(own.map((row) => [row.questionId, row.answer]));
      if (!isDeepStrictEqual(counted, attempt?.submitted) || attempt?.answerCount !== candidate.receiptCount)
        compared.divergent += 1;
    }
  }
  return compared;
}
