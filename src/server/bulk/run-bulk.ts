import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import type { Grant } from '#src/contract/rules/rights.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { Context, Tenant, Viewer } from '#src/server/core/context.ts';
import { databaseErrorOf, DEADLOCK } from '#src/server/core/db/database-error.ts';
import { pgClientOf, type TenantDb, withTenant } from '#src/server/core/db/tenant.ts';
import { writeLog } from '#src/server/core/log.ts';
import type { BulkAction } from './start-bulk.ts';
import { bulkJob, bulkRow } from './tables.ts';

/** Rows of one transaction: few, so that it holds few locks, and a process that is killed loses little. */
const BATCH = 50;

type Job = typeof bulkJob.$inferSelect;
type Failure = NonNullable<(typeof bulkRow.$inferSelect)['reason']>;
type Result = { number: number; outcome: 'done' | 'failed'; reason: Failure | null };

/**
 * Changes the next rows of a job in one transaction, each by itself: after a crash the job goes on with the rows that have no result.
 * @param actions all actions
 * @returns whether there may be more rows
 */
export function runBulkBatch(
  tenant: Tenant,
  id: string,
  actions: readonly BulkAction[],
  now: () => Date,
): Promise<boolean> {
  return withTenant(tenant.id, async (db) => {
    const own = and(eq(bulkJob.enterpriseId, tenant.id), eq(bulkJob.id, id));
    const [job] = await db.select().from(bulkJob).where(own).for('update');
    if (job?.state !== 'running') return false;
    const rows = await db
      .select({ number: bulkRow.number, rowId: bulkRow.rowId })
      .from(bulkRow)
      .where(and(eq(bulkRow.enterpriseId, tenant.id), eq(bulkRow.jobId, id), isNull(bulkRow.outcome)))
      .orderBy(asc(bulkRow.number))
      .limit(BATCH);
    if (rows.length === 0) {
      await db.update(bulkJob).set({ state: 'done', endedAt: now() }).where(own);
      return false;
    }
    const action = actions.find(({ name }) => name === job.action);
    const viewer = await findViewer(db, job);
    const results: Result[] = [];
    for (const { number, rowId } of rows) {
      const reason =
        action && viewer
          ? await failureOf(db, () => action.apply(contextOf(db, tenant, job, viewer, now), rowId, job.input as never))
          : { key: 'notAllowed' };
      results.push({ number, outcome: reason ? 'failed' : 'done', reason });
    }
    const failed = results.filter(({ outcome }) => outcome === 'failed').length;
    await db.execute(sql`
      update bulk_row set outcome = r.outcome, reason = r.reason
      from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r (number int, outcome text, reason jsonb)
      where enterprise_id = ${tenant.id} and job_id = ${id} and bulk_row.number = r.number`);
    await db
      .update(bulkJob)
      .set({
        doneCount: sql`${bulkJob.doneCount} + ${results.length - failed}`,
        failedCount: sql`${bulkJob.failedCount} + ${failed}`,
      })
      .where(own);
    return true;
  });
}

/** Runs a change in a savepoint. @returns why it failed; null: it did not. @throws error of the whole transaction, e.g. a deadlock */
async function failureOf(db: TenantDb, change: () => Promise<unknown>): Promise<Failure | null> {
  const client = pgClientOf(db);
  await client.query('savepoint bulk_row');
  try {
    await change();
    await client.query('release savepoint bulk_row');
    return null;
  } catch (error) {
    if (!(error instanceof AppError) && databaseErrorOf(error)?.code === DEADLOCK) throw error;
    await client.query('rollback to savepoint bulk_row');
    if (error instanceof AppError) return { key: error.fields[0]?.key ?? error.key, params: error.params };
    const text = error instanceof Error ? error.stack : String(error);
    writeLog('error', { msg: 'a row of a bulk change failed', error: text });
    return { key: 'bulkRowFailed' };
  }
}

const GRANTS = sql<Grant[]>`coalesce(portal.grants_of(${enterpriseUser.enterpriseId}, ${enterpriseUser.userId}), '[]')`;

/** The user who asked, with their present rights; undefined when they are no active member any more. */
async function findViewer(db: TenantDb, { enterpriseId, userId }: Job): Promise<Viewer | undefined> {
  const { userName, userType, isAdmin, sex } = enterpriseUser;
  const [found] = await db
    .select({ userName, userType, isAdmin, sex, grants: GRANTS })
    .from(enterpriseUser)
    .where(
      and(
        eq(enterpriseUser.enterpriseId, enterpriseId),
        eq(enterpriseUser.userId, userId),
        eq(enterpriseUser.status, 'active'),
      ),
    );
  return found && { ...found, userId, enterpriseId, sessionId: '', way: 'password', factor: null, preferences: null };
}

function contextOf(db: TenantDb, tenant: Tenant, job: Job, viewer: Viewer, now: () => Date): Context {
  return {
    ...{ db, tenant, viewer, locale: job.locale, now },
    ...{ requestId: job.id, tokenHash: null, token: null, at: '', origin: '', address: '', userAgent: '' },
    cookies: { names: () => [], get: () => undefined, set: () => undefined, delete: () => undefined },
    signal: () => new AbortController().signal,
    log: (level, msg, more) => writeLog(level, { bulkJob: job.id, msg, ...more }),
  };
}
