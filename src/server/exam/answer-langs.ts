import { and, eq, isNotNull } from 'drizzle-orm';
import { examAnswer } from './tables/answer.ts';
import type { PaperQuestion } from './tables/attempt.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

type Attempt = { enterpriseId: string; id: string; paper: PaperQuestion[] };

/**
 * Returns the languages in which the questions of an attempt were answered that have two, as far as they are known and still
 * kept.
 */
export async function answerLangs(db: TenantDb, { enterpriseId, id, paper }: Attempt) {
  const bilingual = new Set(paper.flatMap(({ questionId, other }) => (other ? [questionId] : [])));
  if (bilingual.size === 0) return new Map<string, null>();
  const rows = await db
    .select({ questionId: examAnswer.questionId, lang: examAnswer.lang })
    .from(examAnswer)
    .where(and(eq(examAnswer.enterpriseId, enterpriseId), eq(examAnswer.attemptId, id), isNotNull(examAnswer.lang)));
  return new Map(rows.filter(({ questionId }) => bilingual.has(questionId)).map((row) => [row.questionId, row.lang]));
}
