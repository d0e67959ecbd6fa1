import { and, eq, sql } from 'drizzle-orm';
import { examResultChange, examSums } from './tables.ts';
import { withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import { readEnterprise } from '#src/server/core/read-enterprise.ts';
import { computeSums } from './read-sums.ts';

/** Attempts from which the sums of an exam are stored; fewer are added up in less than 100 ms when somebody looks. */
const STORED_FROM = 2_000;
/** Sums are not computed again before this many seconds, and this many times the duration of the computation. */
const REST_SECONDS = 30;
const REST_FACTOR = 20;
const COUNTINGS = ['first', 'last', 'best'] as const;

type Asked = { enterpriseId: string; now: Date; storedFrom?: number };

/**
 * Computes the stored sums of the exams whose results have changed, each in a transaction of its own. Sums that were computed
 * a short while ago are left to a later call, so that an exam that people are sitting does not keep a core busy. Several
 * processes may call this at the same time.
 * @param asked `storedFrom`: attempts from which sums are stored, for tests
 */
export async function refreshSums(asked: Asked): Promise<void> {
  const { enterpriseId } = asked;
  const changed = await withTenant(enterpriseId, (db) =>
    db
      .selectDistinct({ examId: examResultChange.examId })
      .from(examResultChange)
      .where(eq(examResultChange.enterpriseId, enterpriseId)),
  );
  for (const { examId } of changed) await withTenant(enterpriseId, (db) => refreshExam(db, examId, asked));
}

async function refreshExam(db: TenantDb, examId: string, { enterpriseId, now, storedFrom = STORED_FROM }: Asked) {
  const { rows } = await db.execute<{ free: boolean; due: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended(${`exam_sums ${enterpriseId} ${examId}`}, 0)) as free,
      not exists (select from exam_sums s where s.enterprise_id = ${enterpriseId} and s.exam_id = ${examId}
        and s.computed_at + make_interval(secs => greatest(${REST_SECONDS}, s.milliseconds * ${REST_FACTOR} / 1000.0))
            > ${now.toISOString()}::timestamptz) as due`);
  if (!rows[0]!.free || !rows[0]!.due) return;
  // Before the results are read: what is deleted here is visible to the statements below, and later changes remain.
  await db
    .delete(examResultChange)
    .where(and(eq(examResultChange.enterpriseId, enterpriseId), eq(examResultChange.examId, examId)));
  const isLarge = await hasResults(db, { enterpriseId, examId }, storedFrom);
  if (isLarge) await storeSums(db, { enterpriseId, examId, now });
  else await db.delete(examSums).where(and(eq(examSums.enterpriseId, enterpriseId), eq(examSums.examId, examId)));
}

async function storeSums(db: TenantDb, { enterpriseId, examId, now }: Asked & { examId: string }): Promise<void> {
  const { timeZone } = await readEnterprise(db, enterpriseId);
  const begun = performance.now();
  const computed: (typeof examSums.$inferInsert)[] = [];
  for (const counting of COUNTINGS) {
    const sums = await computeSums(db, { enterpriseId, examId, counting, timeZone });
    computed.push({ enterpriseId, examId, counting, sums, computedAt: now, milliseconds: 0 });
  }
  const milliseconds = Math.round(performance.now() - begun);
  for (const row of computed) {
    const values = { ...row, milliseconds };
    await db
      .insert(examSums)
      .values(values)
      .onConflictDoUpdate({ target: [examSums.enterpriseId, examSums.examId, examSums.counting], set: values });
  }
}

async function hasResults(
  db: TenantDb,
  { enterpriseId, examId }: { enterpriseId: string; examId: string },
  least: number,
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from exam_result where enterprise_id = ${enterpriseId} and exam_id = ${examId} offset ${least - 1} limit 1`);
  return rows.length > 0;
}
