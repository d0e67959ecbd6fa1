import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { AppError } from '#src/server/core/app-error.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import type { exam } from '#src/server/exam/tables/exam.ts';
import { examMarker } from '#src/server/exam/tables/rules.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { toHundredths } from '../score-paper.ts';
import { canMark } from './choices.ts';
import type { Settings } from './manage.ts';

type Rules = typeof exam.$inferSelect;

/** Ids of the named markers of an exam. */
export async function markerIdsOf(db: TenantDb, enterpriseId: string, examId: string): Promise<string[]> {
  const rows = await db
    .select({ id: examMarker.userId })
    .from(examMarker)
    .where(and(eq(examMarker.enterpriseId, enterpriseId), eq(examMarker.examId, examId)))
    .orderBy(asc(examMarker.userId));
  return rows.map(({ id }) => id);
}

/** Whether an answer has a mark while results of the exam are not final: changed rules would treat candidates differently. */
export async function hasMarksGiven(db: TenantDb, enterpriseId: string, examId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from exam_attempt a
    where a.enterprise_id = ${enterpriseId} and a.exam_id = ${examId} and a.status = 'submitted' and a.short_count > 0
      and exists (select from marking_answer m where m.enterprise_id = a.enterprise_id and m.attempt_id = a.id and m.given > 0)
    limit 1`);
  return rows.length > 0;
}

/**
 * Checks the rules of marking against each other, and against papers that are being marked: once an answer has a mark,
 * number of markers, tolerance and step stay, and names stay hidden, until the results are final. Results that wait to be
 * published together are published first.
 * @param before the stored exam; undefined for a new one
 * @throws AppError 422 with an error per field
 */
export async function checkMarking(
  db: TenantDb,
  enterpriseId: string,
  input: Settings,
  before: Rules | undefined,
): Promise<void> {
  const fields: AppError['fields'] = [];
  const wrong = (field: keyof Settings, key: string) => fields.push({ field, key });
  const { markers = before?.markers ?? 1, markerGroup = before?.markerGroup, markerIds, blindMarking } = input;
  if (markerGroup === 'course' && input.courseId === null) wrong('markerGroup', 'field.courseRequired');
  if (markerGroup === 'named' && markerIds) {
    const ids = [...new Set(markerIds)];
    const known = await db.$count(
      enterpriseUser,
      and(eq(enterpriseUser.enterpriseId, enterpriseId), inArray(enterpriseUser.userId, ids), canMark),
    );
    if (known < ids.length) wrong('markerIds', 'field.notMarker');
    else if (ids.length < markers) wrong('markerIds', 'field.fewMarkers');
  }
  if (before) {
    const differs = (value: number | undefined, stored: string) =>
      value !== undefined && toHundredths(value) !== toHundredths(stored);
    const changed = {
      markers: markers !== before.markers,
      markTolerance: differs(input.markTolerance, before.markTolerance),
      markStep: differs(input.markStep, before.markStep),
      blindMarking: before.blindMarking && blindMarking === false,
    };
    const names = Object.entries(changed).flatMap(([name, is]) => (is ? [name as keyof typeof changed] : []));
    if (names.length > 0 && (await hasMarksGiven(db, enterpriseId, before.id)))
      for (const name of names) wrong(name, 'field.marksGiven');
    if (before.publishMarks === 'together' && input.publishMarks === 'at_once') {
      const { rows } = await db.execute(sql`
        select from exam_attempt where enterprise_id = ${enterpriseId} and exam_id = ${before.id}
          and status = 'submitted' and unmarked_count = 0 limit 1`);
      if (rows.length > 0) wrong('publishMarks', 'field.publishFirst');
    }
  }
  if (fields.length > 0) throw new AppError(422, 'invalid', { fields });
}
