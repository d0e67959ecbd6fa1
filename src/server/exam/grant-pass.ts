import { and, eq, sql } from 'drizzle-orm';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { exam } from '#src/server/core/db/schema/exam.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { postEntry } from '#src/server/record/post-entry.ts';
import { readEnterprise } from '#src/server/core/read-enterprise.ts';
import { completeExamResource } from '#src/server/study/complete-exam-resource.ts';
import { awardCertificate } from './award-certificate.ts';
import { readProgress } from './progress.ts';

type Result = { enterpriseId: string; userId: string; examId: string; at: Date };

/**
 * Grants the rewards of an exam after an attempt was closed or marked, if its result is a pass and final. A pass that a
 * later attempt can replace (`last` counts, and attempts go on after a pass) is granted when no attempt is left: a job
 * looks again at the end of the last window.
 */
export async function grantResult(db: TenantDb, result: Result): Promise<void> {
  const { enterpriseId, userId, examId, at } = result;
  const [rules] = await db
    .select({ countedAttempt: exam.countedAttempt })
    .from(exam)
    .where(and(eq(exam.enterpriseId, enterpriseId), eq(exam.id, examId)));
  const progress = await readProgress(db, { enterpriseId, examId, userId, now: at });
  if (!progress.passed) return;
  // The open attempt will count: its end calls this again.
  if (rules!.countedAttempt === 'last' && progress.openId !== null) return;
  if (rules!.countedAttempt !== 'last' || progress.countingLeft === 0) await grantPass(db, result);
  else await sendJob(db, 'settle-exam', { enterpriseId, examId, userId }, new Date(progress.lastEnd.getTime() + 1000));
}

/**
 * Grants the rewards of a passed exam in the transaction that determined the pass: credits and points in the ledger, the
 * certificate if its conditions hold, and completion of the course resources of the exam. Once per user and exam, for any
 * number of attempts; what was taken back with the pass is granted again.
 */
export async function grantPass(db: TenantDb, { enterpriseId, userId, examId, at }: Result): Promise<void> {
  const [passed] = await db
    .select()
    .from(exam)
    .where(and(eq(exam.enterpriseId, enterpriseId), eq(exam.id, examId)));
  const { timeZone } = await readEnterprise(db, enterpriseId);
  const { title } = passed!;
  // Before the ledger: like a study report, this locks course progress first and the member second, so they cannot deadlock.
  await completeExamResource(db, { enterpriseId, userId, examId, at, timeZone });
  for (const kind of ['credits', 'points'] as const) {
    const source = ['exam', examId, kind].join(':');
    const line = { enterpriseId, userId, kind, title, at, timeZone };
    if (!(await postEntry(db, { ...line, amount: passed![kind], source })))
      for (const again of await reversedOf(db, { enterpriseId, userId, source }))
        await postEntry(db, { ...line, ...again });
  }
  await awardCertificate(db, { enterpriseId, userId, examId, at });
}

/**
 * Returns what was posted for a pass and reversed with it, under a source of its own, because a source is posted once. None
 * if it counts, or if the certificate was revoked by hand: that may have reversed it, too.
 */
async function reversedOf(
  db: TenantDb,
  { enterpriseId, userId, source }: { enterpriseId: string; userId: string; source: string },
): Promise<{ amount: string; source: string }[]> {
  const { rows } = await db.execute<{ amount: string; source: string }>(sql`
    with line as (
      select e.id, e.amount, exists (
        select from ledger_entry r where r.enterprise_id = e.enterprise_id and r.reversal_of = e.id) as reversed
      from ledger_entry e
      where e.enterprise_id = ${enterpriseId} and e.user_id = ${userId} and e.reversal_of is null
        and (e.source = ${source} or starts_with(e.source, ${`${source}:`}))
    )
    select (array_agg(amount order by id desc))[1]::text as amount, ${`${source}:`} || (count(*) + 1) as source from line
    having bool_and(reversed) and not exists (
      select from user_certificate c where c.enterprise_id = ${enterpriseId} and c.user_id = ${userId}
        and ${source} in (c.source || ':credits', c.source || ':points')
        and c.revoked_at is not null and not c.revoked_with_pass)`);
  return rows;
}
