import { and, eq, sql } from 'drizzle-orm';
import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { bulkJob, bulkRow } from './tables.ts';

/**
 * What is done with each of several rows. The domain that owns them declares it; `BULK_ACTIONS` in `jobs/run-bulk.ts` lists all.
 */
export type BulkAction = {
  /** Stored with jobs. */
  name: string;
  /**
   * Changes one row, with the rights that the user has now. What it wrote is rolled back when it throws.
   * @throws AppError when the row cannot be changed: its text is the result of the row
   */
  apply: (ctx: Context, id: string, input: never) => Promise<unknown>;
};

type Asked = {
  /** The list where it was begun and is shown. */
  list: string;
  rows: { id: string; name: string }[];
  input: Record<string, unknown>;
};

/** Rows that are inserted with one statement. */
const BATCH = 2_000;

/**
 * Stores a change of several rows, which a job applies.
 * @throws AppError 404 without rows; 409 while another one of the viewer is applied
 */
export async function startBulk(ctx: Context, action: BulkAction, { list, rows, input }: Asked) {
  const { db, tenant, viewer, locale, now } = ctx;
  if (rows.length === 0) throw new AppError(404, 'notFound');
  // One at a time per person: each may have thousands of rows, requests and notices.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`bulk ${viewer.userId}`}, 0))`);
  const running = and(
    ...[eq(bulkJob.enterpriseId, tenant.id), eq(bulkJob.userId, viewer.userId), eq(bulkJob.state, 'running')],
  );
  if ((await db.$count(bulkJob, running)) > 0) throw new AppError(409, 'bulkRunning');
  const [job] = await db
    .insert(bulkJob)
    .values({
      ...{ enterpriseId: tenant.id, userId: viewer.userId, action: action.name },
      ...{ input, list, locale, totalCount: rows.length, gmtCreate: now() },
    })
    .returning();
  const { id } = job!;
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH).map((row, n) => ({
      ...{ enterpriseId: tenant.id, jobId: id, number: from + n + 1, rowId: row.id, name: row.name },
    }));
    await db.insert(bulkRow).values(batch);
  }
  await audit(db, ctx, 'bulk.start', { id, action: action.name, count: rows.length, ...input });
  await sendJob(db, 'run-bulk', { enterpriseId: tenant.id, id });
  return job!;
}
