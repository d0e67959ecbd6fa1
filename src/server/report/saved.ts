import { and, asc, desc, eq, gte, isNull, or, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { restorableSince } from '#src/contract/rules/editing.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { READY_NAMES, readyDefinition } from '#src/contract/rules/ready-reports.ts';
import { SOURCE_NAMES } from '#src/contract/rules/report.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit, type HistoryKind } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { readableScope, requireReadable } from './compute.ts';
import { report, reportDelivery, reportRecipient, reportSchedule } from './tables.ts';

/** Reports that a person saves. */
const MAX_OWN = 100;

/** SQL condition: the viewer may change the report: it is their own, or shared and the viewer an administrator. */
const canChange = ({ viewer }: Context) =>
  sql<boolean>`(case when ${report.isShared} then ${viewer.isAdmin} else ${report.userId} = ${viewer.userId} end)`;

const summary = (ctx: Context) =>
  ctx.db
    .select({ report, userName: enterpriseUser.userName, canChange: canChange(ctx), schedule: reportSchedule })
    .from(report)
    .innerJoin(
      enterpriseUser,
      and(eq(enterpriseUser.enterpriseId, report.enterpriseId), eq(enterpriseUser.userId, report.userId)),
    )
    .leftJoin(
      reportSchedule,
      and(eq(reportSchedule.enterpriseId, report.enterpriseId), eq(reportSchedule.reportId, report.id)),
    );
type Found = Awaited<ReturnType<typeof summary>>[number];

const shown = ({ report: found, ...row }: Found) => ({ ...found, ...row, source: found.definition.source });
const visible = ({ tenant, viewer }: Context) =>
  and(
    eq(report.enterpriseId, tenant.id),
    or(report.isShared, eq(report.userId, viewer.userId)),
    isNull(report.deletedAt),
  );
/** Deleted reports that the viewer can restore. */
const restorable = (ctx: Context) =>
  and(eq(report.enterpriseId, ctx.tenant.id), canChange(ctx), gte(report.deletedAt, restorableSince(ctx.now())));

/** Lists the reports that the viewer may read: the ready ones, their own and shared saved ones, and deleted ones that they can restore. */
export async function listReports(ctx: Context) {
  const { viewer } = ctx;
  const mayRead = (definition: Parameters<typeof readableScope>[1]) => readableScope(viewer, definition) !== undefined;
  const rows = await summary(ctx)
    .where(visible(ctx))
    .orderBy(asc(report.name), asc(report.id))
    .limit(MAX_ITEMS.savedReports);
  const deleted = await summary(ctx)
    .where(restorable(ctx))
    .orderBy(desc(report.deletedAt), asc(report.id))
    .limit(MAX_ITEMS.savedReports);
  return {
    ready: READY_NAMES.filter((name) => mayRead(readyDefinition(name, {}))),
    sources: SOURCE_NAMES.filter((source) => mayRead({ ...readyDefinition('people', {}), source })),
    saved: rows.filter((row) => mayRead(row.report.definition)).map(shown),
    deleted: deleted.filter((row) => mayRead(row.report.definition)).map(shown),
  };
}

/**
 * Returns a saved report.
 * @throws AppError 404 for one of somebody else that is not shared, 403 when the viewer may not read its source
 */
export async function viewReport(ctx: Context, { id }: { id: string }) {
  const { db, tenant, viewer } = ctx;
  const [row] = await summary(ctx).where(and(visible(ctx), eq(report.id, id)));
  if (!row) throw notFound();
  if (readableScope(viewer, row.report.definition) === undefined) throw new AppError(403, 'notAllowed');
  const recipients = await db
    .select({ userId: enterpriseUser.userId, userName: enterpriseUser.userName })
    .from(reportRecipient)
    .innerJoin(
      enterpriseUser,
      and(
        eq(enterpriseUser.enterpriseId, reportRecipient.enterpriseId),
        eq(enterpriseUser.userId, reportRecipient.userId),
      ),
    )
    .where(and(eq(reportRecipient.enterpriseId, tenant.id), eq(reportRecipient.reportId, id)))
    .orderBy(asc(enterpriseUser.userName), asc(enterpriseUser.userId));
  return { ...shown(row), recipients, nextAt: row.schedule && !row.schedule.isPaused ? row.schedule.nextAt : null };
}

/** Who may read a saved report reads who has changed it. */
export const REPORT_HISTORY: HistoryKind = { requireReader: (ctx, id) => viewReport(ctx, { id }) };

/** Locks a report that the viewer may change. @throws AppError 404, 403 */
export async function lockChangeable(ctx: Context, id: string): Promise<typeof report.$inferSelect> {
  const [row] = await ctx.db
    .select({ report, canChange: canChange(ctx) })
    .from(report)
    .where(and(visible(ctx), eq(report.id, id)))
    .for('update');
  if (!row) throw notFound();
  if (!row.canChange) throw new AppError(403, 'notAllowed');
  return row.report;
}

/**
 * Saves a report.
 * @throws AppError 403, 422 as `requireReadable`; 403 when others than administrators share it; 404 for one of somebody else; 409 when it was
 *   changed meanwhile; 422 with too many
 */
export async function saveReport(ctx: Context, input: OperationInput<'POST /report/auth/report/save'>) {
  const { db, tenant, viewer, now } = ctx;
  const { id, revision, name, isShared, definition } = input;
  requireReadable(viewer, definition);
  if (isShared && !viewer.isAdmin) throw new AppError(403, 'notAllowed');
  const values = { name, isShared, definition, gmtModified: now() };
  if (id) {
    const before = await lockChangeable(ctx, id);
    if (before.revision !== revision) throw new AppError(409, 'revisionChanged');
    const next = before.revision + 1;
    await db
      .update(report)
      .set({ ...values, revision: next })
      .where(and(eq(report.enterpriseId, tenant.id), eq(report.id, id)));
    await audit(db, ctx, 'report.changed', { name, isShared }, { about: [id] });
    return { id, revision: next };
  }
  await requireRoom(ctx, viewer.userId, 'name');
  const [saved] = await db
    .insert(report)
    .values({ ...values, enterpriseId: tenant.id, userId: viewer.userId, gmtCreate: now() })
    .returning({ id: report.id, revision: report.revision });
  await audit(db, ctx, 'report.saved', { name, isShared }, { about: [saved!.id] });
  return saved!;
}

/** Lets nobody have more than `MAX_OWN` reports, also not at the same time. @throws AppError 422 at `field` */
async function requireRoom({ db, tenant }: Context, userId: string, field: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`report ${tenant.id} ${userId}`}, 0))`);
  const own = and(eq(report.enterpriseId, tenant.id), eq(report.userId, userId), isNull(report.deletedAt));
  if ((await db.$count(report, own)) >= MAX_OWN)
    throw new AppError(422, 'invalid', { fields: [{ field, key: 'field.tooManyReports' }] });
}

/** Deletes a report: its e-mails end, and it can be restored for `RESTORABLE_DAYS`. @throws AppError 404, 403 as `lockChangeable` */
export async function deleteReport(ctx: Context, { id }: { id: string }) {
  const { db, tenant, now } = ctx;
  const { name } = await lockChangeable(ctx, id);
  const ofReport = <T extends typeof reportSchedule | typeof reportDelivery>(table: T) =>
    and(eq(table.enterpriseId, tenant.id), eq(table.reportId, id));
  await db
    .update(report)
    .set({ deletedAt: now() })
    .where(and(eq(report.enterpriseId, tenant.id), eq(report.id, id)));
  await db.update(reportSchedule).set({ isPaused: true }).where(ofReport(reportSchedule));
  await db.delete(reportDelivery).where(and(ofReport(reportDelivery), eq(reportDelivery.state, 'queued')));
  await audit(db, ctx, 'report.deleted', { name }, { about: [id] });
  return null;
}

/** Restores a deleted report; its e-mails stay paused. @throws AppError 404, also when it was deleted too long ago; 422 with too many */
export async function restoreReport(ctx: Context, { id }: { id: string }) {
  const { db } = ctx;
  const found = and(restorable(ctx), eq(report.id, id));
  const [deleted] = await db.select({ userId: report.userId }).from(report).where(found);
  if (!deleted) throw notFound();
  await requireRoom(ctx, deleted.userId, 'id');
  const [restored] = await db.update(report).set({ deletedAt: null }).where(found).returning({ name: report.name });
  if (!restored) throw notFound();
  await audit(db, ctx, 'report.restored', { name: restored.name }, { about: [id] });
  return null;
}

/** Removes reports that cannot be restored any more: they were deleted long ago, or their owner has deleted `MAX_OWN` others since. */
export async function removeDeletedReports(enterpriseId: string, now: Date): Promise<void> {
  await withTenant(enterpriseId, (db) =>
    db.execute(sql`
      delete from report r using (
        select id, deleted_at, row_number() over (partition by user_id order by deleted_at desc, id) as n
        from report where enterprise_id = ${enterpriseId} and deleted_at is not null
      ) d
      where r.enterprise_id = ${enterpriseId} and r.id = d.id and (d.deleted_at < ${restorableSince(now).toISOString()}::timestamptz or d.n > ${MAX_OWN})`),
  );
}
