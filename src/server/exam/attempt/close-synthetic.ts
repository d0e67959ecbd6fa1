import { and, eq, sql } from 'drizzle-orm';
import { withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import { examAnswer, examLateAnswer } from '../tables/answer.ts';
import { examAttempt } from '../tables/attempt.ts';
import { exam } from '../tables/exam.ts';
import { closeAttempt } from './close-attempt.ts';

/* Ends the exams of the synthetic tenant (decision 067). */

/** Attempts that one transaction closes, and of which one makes the results final. */
const BATCH = 20;
const FINAL_BATCH = 500;

/** Withdraws the exams of a synthetic tenant and closes the attempts that are open. May be repeated. */
export async function closeSyntheticExams(enterpriseId: string, now: Date): Promise<void> {
  await withTenant(enterpriseId, (db) =>
    db
      .update(exam)
      .set({ published: false })
      .where(and(eq(exam.enterpriseId, enterpriseId), eq(exam.published, true))),
  );
  const close = (db: TenantDb) => closeSome(db, enterpriseId, now);
  for (let n = BATCH; n === BATCH;) n = await withTenant(enterpriseId, close);
}

async function closeSome(db: TenantDb, enterpriseId: string, now: Date): Promise<number> {
  const open = await db
    .select()
    .from(examAttempt)
    .where(and(eq(examAttempt.enterpriseId, enterpriseId), eq(examAttempt.status, 'open')))
    .limit(BATCH)
    .for('update');
  for (const attempt of open) await closeAttempt(db, attempt, 'sweep', now);
  return open.length;
}

/**
 * Makes the results of a synthetic tenant final, without points for short answers: attempts that wait for a marker would be kept
 * for good. Then deletes the answers. The caller has emptied the queue of marking.
 */
export async function finishSyntheticExams(enterpriseId: string, now: Date): Promise<void> {
  const finish = (db: TenantDb) => finishSome(db, enterpriseId, now);
  for (let n = FINAL_BATCH; n === FINAL_BATCH;) n = await withTenant(enterpriseId, finish);
  for (const table of [examAnswer, examLateAnswer])
    await withTenant(enterpriseId, (db) => db.delete(table).where(eq(table.enterpriseId, enterpriseId)));
}

async function finishSome(db: TenantDb, enterpriseId: string, now: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update exam_attempt a
    set status = 'marked', passed = false, subjective_score = 0, marked_at = ${now.toISOString()}::timestamptz,
        marks = coalesce(a.marks, '{}') || coalesce((
          select jsonb_object_agg(q ->> 'questionId', 0) from jsonb_array_elements(a.paper) q
          where q ->> 'type' = 'short'), '{}')
    where a.enterprise_id = ${enterpriseId} and a.id in (
      select id from exam_attempt where enterprise_id = ${enterpriseId} and status = 'submitted' limit ${FINAL_BATCH})`);
  return rowCount ?? 0;
}
