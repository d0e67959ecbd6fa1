import { and, eq } from 'drizzle-orm';
import type { PaperQuestion } from '#src/server/exam/tables/attempt.ts';
import { markingRubric } from './tables.ts';
import type { Criterion } from '#src/server/question/tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/**
 * Returns the criteria for a question of a paper: those that markers have set, or those of the bank, which the paper froze.
 * None: its answers are marked as a whole.
 */
export async function readRubric(
  db: TenantDb,
  enterpriseId: string,
  { questionId, criteria = [] }: Pick<PaperQuestion, 'questionId' | 'criteria'>,
): Promise<Criterion[]> {
  const [found] = await db
    .select({ criteria: markingRubric.criteria })
    .from(markingRubric)
    .where(and(eq(markingRubric.enterpriseId, enterpriseId), eq(markingRubric.questionId, questionId)));
  return found?.criteria ?? criteria;
}
