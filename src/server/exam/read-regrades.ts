import { sql } from 'drizzle-orm';
import type { RegradeRule } from '#src/server/core/db/schema/exam-regrade.ts';
import type { PaperQuestion } from '#src/server/core/db/schema/exam-attempt.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { ruleName } from './regrade-rule.ts';

type Row = { questionId: string; version: number; rule: RegradeRule; reason: string };
/** The latest regrades of an exam, by `ruleName`. */
export type Regrades = Map<string, Row>;

/** Reads how questions of an exam count that were regraded: the latest regrade of each version. */
export async function readRegrades(db: TenantDb, enterpriseId: string, examId: string): Promise<Regrades> {
  const { rows } = await db.execute<Row>(sql`
    select distinct on (question_id, version) question_id as "questionId", version, rule_after as rule, reason
    from exam_regrade where enterprise_id = ${enterpriseId} and exam_id = ${examId}
    order by question_id, version, number desc`);
  return new Map(rows.map((row) => [ruleName(row), row]));
}

export const rulesOf = (regrades: Regrades) => new Map([...regrades].map(([name, { rule }]) => [name, rule]));

/**
 * Reads the rules for an attempt that is being closed, or null if none of its questions was regraded. Until the end of the
 * transaction no regrade of the exam begins: an attempt is either closed by the new rule or among those that are regraded.
 */
export async function rulesForClosing(
  db: TenantDb,
  { enterpriseId, examId, paper }: { enterpriseId: string; examId: string; paper: PaperQuestion[] },
) {
  // A statement of its own: the next one must begin after the lock, to see a regrade that was just stored.
  await db.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended(${lockName(examId)}, 0))`);
  const rules = rulesOf(await readRegrades(db, enterpriseId, examId));
  return paper.some((question) => rules.has(ruleName(question))) ? rules : null;
}

/** Waits for attempts of an exam that are being closed, and lets no others be closed until the end of the transaction. */
export async function lockClosing(db: TenantDb, examId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lockName(examId)}, 0))`);
}

const lockName = (examId: string) => `exam-regrade ${examId}`;
