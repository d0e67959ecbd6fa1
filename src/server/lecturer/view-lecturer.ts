import { and, count, eq, sql } from 'drizzle-orm';
import { lecturer, teachingRecord } from './tables.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { lecturerCard, selectLecturers } from './select-lecturers.ts';
import { countedRecords, teachingMonths } from './teaching-hours.ts';

/**
 * Returns a published lecturer of this tenant with the teaching hours of twelve months.
 * @throws AppError 404
 */
export async function viewLecturer(ctx: PublicContext, { lecturerId }: { lecturerId: string }) {
  const { db, tenant } = ctx;
  const [found] = await selectLecturers(ctx, eq(lecturer.id, lecturerId)).rows;
  if (!found) throw notFound();
  const month = sql<string>`to_char(${teachingRecord.taughtAt} at time zone ${tenant.timeZone}, 'YYYY-MM')`;
  const byMonth = await db
    .select({ month, hours: sql<string>`sum(${teachingRecord.classHours})`, records: count() })
    .from(teachingRecord)
    .where(and(countedRecords(ctx), eq(teachingRecord.lecturerId, lecturerId)))
    .groupBy(sql`1`);
  const sums = new Map(byMonth.map((row) => [row.month, row.hours]));
  return {
    ...lecturerCard(found),
    recordCount: byMonth.reduce((sum, { records }) => sum + records, 0),
    months: teachingMonths(ctx).map((name) => ({ month: name, hours: sums.get(name) ?? '0' })),
  };
}
