import { and, count, eq, sql } from 'drizzle-orm';
import { getT } from '#src/i18n/server.ts';
import { inZone } from '#src/lib/dates.ts';
import { audit } from '#src/server/core/audit.ts';
import { exportRecord } from '#src/server/core/db/schema/export.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { BEING_MADE, type ExportType } from './export-status.ts';

/** Exports of one person that are being made at the same time. */
const AT_ONCE = 5;
/** Exports that one person keeps; the sweep takes old ones away. */
const KEPT = 200;

type Asked = {
  exportType: ExportType;
  /** The filter; the job reads with it. */
  input: Record<string, unknown>;
  /** Key of the name of the file below `export:name.`. */
  name: 'hours' | 'credits';
  /** What of it, for the name of the file, e.g. a year. */
  part?: string | number;
};

/**
 * Writes down that the viewer wants a file and sends the job that makes it, in the transaction of the call: the one
 * exists if and only if the other does.
 * @returns the record, being made
 * @throws AppError 429 when too many are being made, or kept
 */
export async function requestExport(ctx: Context, { exportType, input, name, part }: Asked) {
  const { db, tenant, viewer, locale } = ctx;
  if ((await countMine(ctx)) >= KEPT) throw new AppError(429, 'exportsFull', { params: { limit: KEPT } });
  const fileName = `${[getT(locale)(`export:name.${name}`), part, stamp(ctx)].filter(Boolean).join('_')}.xlsx`;
  const [record] = await db
    .insert(exportRecord)
    .values({
      enterpriseId: tenant.id,
      userId: viewer.userId,
      exportType,
      input,
      locale,
      fileName,
      gmtCreate: ctx.now(),
    })
    .returning();
  await sendJob(db, 'make-export', { enterpriseId: tenant.id, exportId: record!.id });
  await audit(db, ctx, 'export.requested', { exportType, input });
  return record!;
}

/**
 * Counts the viewer's exports. Until the transaction ends no other one of theirs counts: of many clicks at once no more
 * than the limit get through.
 * @throws AppError 429 when too many are being made
 */
export async function countMine({ db, tenant, viewer }: Context): Promise<number> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`export ${tenant.id} ${viewer.userId}`}, 0))`);
  const [now] = await db
    .select({ kept: count(), making: sql<number>`count(*) filter (where export_status = ${BEING_MADE})::int` })
    .from(exportRecord)
    .where(and(eq(exportRecord.enterpriseId, tenant.id), eq(exportRecord.userId, viewer.userId)));
  if (now!.making >= AT_ONCE) throw new AppError(429, 'tooManyExports', { params: { limit: AT_ONCE } });
  return now!.kept;
}

/** When it was asked for, on the clocks of the tenant: a part of the name of the file. */
export const stamp = ({ now, tenant }: Context) => inZone(now(), tenant.timeZone).format('YYYYMMDD-HHmmss');
