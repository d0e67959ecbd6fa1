import { and, eq, inArray, sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { examAttempt } from '../tables/attempt.ts';
import { examRegradeAttempt } from '../tables/regrade.ts';

/*
 * What happens to an attempt after it was closed: marks, appeals, regrades, and being voided or opened again. The callers have
 * locked it.
 */

type Attempt = Pick<typeof examAttempt.$inferSelect, 'enterpriseId' | 'id'>;
type Result = Partial<
  Pick<
    typeof examAttempt.$inferInsert,
    | 'marks'
    | 'givenMarks'
    | 'passed'
    | 'passKept'
    | 'notCounted'
    | 'regradedScores'
    | 'totalScore'
    | 'objectiveScore'
    | 'subjectiveScore'
  >
>;

const isAttempt = ({ enterpriseId, id }: Attempt) =>
  and(eq(examAttempt.enterpriseId, enterpriseId), eq(examAttempt.id, id));
const areAttempts = (enterpriseId: string, ids: string[]) =>
  and(eq(examAttempt.enterpriseId, enterpriseId), inArray(examAttempt.id, ids));

/** Stores marks that were given; the result is not final by it. */
export async function storeMarks(
  db: TenantDb,
  attempt: Attempt,
  given: Pick<typeof examAttempt.$inferInsert, 'marks' | 'remarks' | 'markedBy' | 'markedAt'>,
): Promise<void> {
  await db.update(examAttempt).set(given).where(isAttempt(attempt));
}

/** Stores a result as final. @param at from when on the days for appeals count */
export async function storeFinal(db: TenantDb, attempt: Attempt, result: Result, at: Date): Promise<void> {
  await db
    .update(examAttempt)
    .set({ ...result, status: 'marked', markedAt: at })
    .where(isAttempt(attempt));
}

/** Stores a result that has changed: by the answer to an appeal, or a regrade. */
export async function storeResult(db: TenantDb, attempt: Attempt, result: Result): Promise<void> {
  await db.update(examAttempt).set(result).where(isAttempt(attempt));
}

/** Stores the result that a regrade gives an attempt, and what it was before. */
export async function storeRegraded(
  db: TenantDb,
  attempt: Attempt,
  result: Result,
  change: Omit<typeof examRegradeAttempt.$inferInsert, 'enterpriseId' | 'attemptId'>,
): Promise<void> {
  await storeResult(db, attempt, result);
  await db.insert(examRegradeAttempt).values({ ...change, enterpriseId: attempt.enterpriseId, attemptId: attempt.id });
}

/** Counts an appeal that was made (1) or answered (−1): those that wait for an answer. */
export async function countAppeal(db: TenantDb, attempt: Attempt, change: 1 | -1): Promise<void> {
  await db
    .update(examAttempt)
    .set({ appealCount: sql`${examAttempt.appealCount} + ${change}` })
    .where(isAttempt(attempt));
}

/** Takes the points of a closed attempt, and its pass. @param uses whether it counts as one of the allowed attempts */
export async function storeVoid(
  db: TenantDb,
  { paper, ...attempt }: Attempt & Pick<typeof examAttempt.$inferSelect, 'paper'>,
  { reason, uses, at }: { reason: string; uses: boolean; at: Date },
): Promise<void> {
  await db
    .update(examAttempt)
    .set({
      ...{ status: 'marked', passed: false, objectiveScore: '0', subjectiveScore: '0' },
      marks: Object.fromEntries(paper.map(({ questionId }) => [questionId, 0])),
      ...{ voidedAt: at, voidReason: reason, voidUses: uses },
    })
    .where(isAttempt(attempt));
}

/** Opens closed attempts again, with the answers that they have; their deadlines stay. */
export async function reopenAttempts(db: TenantDb, enterpriseId: string, ids: string[]): Promise<void> {
  await db
    .update(examAttempt)
    .set({
      ...{ status: 'open', closedBy: null, submittedAt: null, submittedAnswers: null, answerCount: null },
      ...{ receipt: null, objectiveScore: null, subjectiveScore: null, marks: null, passed: null },
    })
    .where(areAttempts(enterpriseId, ids));
}
