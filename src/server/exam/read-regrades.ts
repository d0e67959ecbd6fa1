import { sql } from 'drizzle-orm';
import type { RegradeRule } from './tables/regrade.ts';
import type { PaperQuestion } from './tables/attempt.ts';
import { pgClientOf, type TenantDb } from '#src/server/core/db/tenant.ts';
import { ruleName } from './regrade-rule.ts';

type Row = { questionId: string; version: number; rule: RegradeRule; reason: string };
/** The latest regrades of an exam, by `ruleName`. */
export type Regrades = Map<string, Row>;

/** $1 enterprise, $2 exam. */
const REGRADES = `
select distinct on (question_id, version) question_id as "questionId", version, rule_after as rule, reason
from exam_regrade where enterprise_id = $1 and exam_id = $2
order by question_id, version, number desc`;

/** Reads how questions of an exam count that were regraded: the latest regrade of each version. */
export async function readRegrades(db: TenantDb, enterpriseId: string, examId: string): Promise<Regrades> {
  const { rows } = await pgClientOf(db).query<Row>({
    name: 'regrades',
    text: REGRADES,
    values: [enterpriseId, examId],
  });
  return new Map(rows.map((row) => [ruleName(row), row]));
}

export const rulesOf = (regrades: Regrades) => new Map([...regrades].map(([name, { rule }]) => [name, rule]));

/** Reads the rules for an attempt that is being closed (`lockRules`), or null if none of its questions was regraded. */
export async function rulesForClosing(
  db: TenantDb,
  { enterpriseId, examId, paper }: { enterpriseId: string; examId: string; paper: PaperQuestion[] },
) {
  await lockRules(db, [examId]);
  return rulesOfPaper(paper, rulesOf(await readRegrades(db, enterpriseId, examId)));
}

/** Rules of an exam as far as they concern a paper; null: none does. */
export const rulesOfPaper = (paper: PaperQuestion[], rules: ReturnType<typeof rulesOf>) =>
  paper.some((question) => rules.has(ruleName(question))) ? rules : null;

/**
 * Lets no regrade of these exams begin until the end of the transaction: an attempt is either closed by the new rule or among
 * those that are regraded. What is read afterwards sees a regrade that was just stored.
 */
export async function lockRules(db: TenantDb, examIds: string[]): Promise<void> {
  await pgClientOf(db).query({
    name: 'lock-rules',
    text: 'select pg_advisory_xact_lock_shared(hashtextextended(name, 0)) from unnest($1::text[]) as name',
    values: [[...new Set(examIds)].sort().map(lockName)],
  });
}

/** Waits for attempts of an exam that are being closed, and lets no others be closed until the end of the transaction. */
export async function lockClosing(db: TenantDb, examId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lockName(examId)}, 0))`);
}

const lockName = (examId: string) => `exam-regrade ${examId}`;
