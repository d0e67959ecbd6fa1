import { and, count, eq, sql } from 'drizzle-orm';
import type { ExportInput, ExportType } from '#src/contract/export.ts';
import { getT } from '#src/i18n/server.ts';
import { inZone } from '#src/lib/dates.ts';
import { audit } from '#src/server/core/audit.ts';
import { exportRecord } from './tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { BEING_MADE } from './export-status.ts';

/** Maximum number of exports of one user that are being generated; of one list only one is. */
const MAX_CONCURRENT = 5;
/** Maximum number of stored exports of one user; a periodic job deletes old ones. */
const MAX_EXPORTS = 200;

/**
 * Records that the user requests an export, and sends the job that generates it, in the transaction of the operation:
 * either both exist or neither does.
 * @param input the filter of the list, which the job uses
 * @param part part of the file name, e.g. the year
 * @returns the record, which is being generated
 * @throws AppError 429 when this list is being exported already, or too many exports are being generated or stored
 */
export async function requestExport(ctx: Context, exportType: ExportType, input: ExportInput, part?: string | number) {
  const { db, tenant, viewer, locale } = ctx;
  if ((await countMine(ctx, exportType)) >= MAX_EXPORTS)
    throw new AppError(429, 'exportsFull', { params: { limit: MAX_EXPORTS } });
  const name = getT(locale)(`export:name.${exportType}`);
  const [record] = await db
    .insert(exportRecord)
    .values({
      enterpriseId: tenant.id,
      userId: viewer.userId,
      exportType,
      input,
      locale,
      fileName: `${[name, part, stamp(ctx)].filter(Boolean).join('_').replace(/\s+/g, '-')}.${input.format ?? 'xlsx'}`,
      gmtCreate: ctx.now(),
    })
    .returning();
  await sendJob(db, 'make-export', { enterpriseId: tenant.id, exportId: record!.id });
  await audit(db, ctx, 'export.requested', { exportType, input });
  return record!;
}

/**
 * Returns the number of the user's exports. Holds a lock until the transaction ends, so that concurrent requests cannot
 * exceed the limits.
 * @throws AppError 429 when this list is being exported already, or too many exports are being generated
 */
export async function countMine({ db, tenant, viewer }: Context, exportType: string): Promise<number> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`export ${tenant.id} ${viewer.userId}`}, 0))`);
  const isBeingMade = sql`export_status = ${BEING_MADE}`;
  const [now] = await db
    .select({
      kept: count(),
      making: sql<number>`count(*) filter (where ${isBeingMade})::int`,
      sameList: sql<number>`count(*) filter (where ${isBeingMade} and export_type = ${exportType})::int`,
    })
    .from(exportRecord)
    .where(and(eq(exportRecord.enterpriseId, tenant.id), eq(exportRecord.userId, viewer.userId)));
  if (now!.sameList > 0) throw new AppError(429, 'sameExport');
  if (now!.making >= MAX_CONCURRENT) throw new AppError(429, 'tooManyExports', { params: { limit: MAX_CONCURRENT } });
  return now!.kept;
}

/** Time of the request in the tenant's time zone, as part of the file name. */
export const stamp = ({ now, tenant }: Context) => inZone(now(), tenant.timeZone).format('YYYYMMDD-HHmmss');
