import { and, asc, desc, eq, gt, isNull, or } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { getT } from '#src/i18n/server.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { bulkJob, bulkRow } from './tables.ts';

/** For this time the result of a change is shown in its list, ms. */
const SHOWN_MS = 3_600_000;

const own = ({ tenant, viewer }: Context, id: string) =>
  and(eq(bulkJob.enterpriseId, tenant.id), eq(bulkJob.userId, viewer.userId), eq(bulkJob.id, id));

/** @throws AppError 404 unless the viewer began it */
export async function viewBulk(ctx: Context, { id }: { id: string }) {
  const [job] = await ctx.db.select().from(bulkJob).where(own(ctx, id));
  if (!job) throw notFound();
  return job;
}

/** Returns the latest change that the viewer began in a list, while it runs and for an hour after it, unless it is put aside. */
export async function currentBulk({ db, tenant, viewer, now }: Context, { list }: { list: string }) {
  const recent = gt(bulkJob.endedAt, new Date(now().getTime() - SHOWN_MS));
  const [job] = await db
    .select()
    .from(bulkJob)
    .where(
      and(
        ...[eq(bulkJob.enterpriseId, tenant.id), eq(bulkJob.userId, viewer.userId), eq(bulkJob.list, list)],
        ...[eq(bulkJob.dismissed, false), or(isNull(bulkJob.endedAt), recent)],
      ),
    )
    .orderBy(desc(bulkJob.id))
    .limit(1);
  return { job: job ?? null };
}

/** Lists the rows of a change with their results, in its order. @throws AppError 404 unless the viewer began it */
export async function pageBulkRows(ctx: Context, input: OperationInput<'POST /data/auth/bulk/row/page'>) {
  const { db, tenant, locale } = ctx;
  await viewBulk(ctx, input);
  const { number, rowId, name, outcome, reason } = bulkRow;
  const where = and(
    eq(bulkRow.enterpriseId, tenant.id),
    eq(bulkRow.jobId, input.id),
    input.outcome && (input.outcome === 'waiting' ? isNull(outcome) : eq(outcome, input.outcome)),
  );
  const { limit, offset } = slice(input);
  const rows = await db
    .select({ number, rowId, name, outcome, reason })
    .from(bulkRow)
    .where(where)
    .orderBy(asc(number))
    .limit(limit)
    .offset(offset);
  const t = getT(locale);
  const list = rows.map((row) => ({
    ...row,
    outcome: row.outcome ?? ('waiting' as const),
    reason: row.reason && t(`errors:${row.reason.key}`, row.reason.params),
  }));
  return paging(input, await db.$count(bulkRow, where), list);
}

/** Stops a change after the rows that are being changed. @throws AppError 404 unless the viewer began it */
export async function stopBulk(ctx: Context, { id }: { id: string }) {
  const { db, now } = ctx;
  const [stopped] = await db
    .update(bulkJob)
    .set({ state: 'stopped', endedAt: now() })
    .where(and(own(ctx, id), eq(bulkJob.state, 'running')))
    .returning();
  if (!stopped) return viewBulk(ctx, { id });
  await audit(db, ctx, 'bulk.stop', { id, action: stopped.action, changed: stopped.doneCount });
  return stopped;
}

/** @throws AppError 404 unless the viewer began it */
export async function dismissBulk(ctx: Context, { id }: { id: string }) {
  const changed = await ctx.db
    .update(bulkJob)
    .set({ dismissed: true })
    .where(own(ctx, id))
    .returning({ id: bulkJob.id });
  if (changed.length === 0) throw notFound();
  return null;
}
