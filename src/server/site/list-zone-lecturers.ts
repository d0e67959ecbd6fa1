import { and, asc, eq } from 'drizzle-orm';
import { zoneItem } from '#src/server/db/schema/site.ts';
import { lecturer } from '#src/server/db/schema/lecturer.ts';
import type { PublicContext } from '#src/server/http/context.ts';
import { notFound } from '#src/server/http/refusal.ts';
import { lecturerCard, taughtCourses } from '#src/server/lecturer/lecturer-card.ts';
import { pageLecturers } from '#src/server/lecturer/page-lecturers.ts';
import { findZone } from './list-zones.ts';

/**
 * Lecturers of a zone: those chosen by hand, or when none were chosen all of them in the order of the enterprise
 * (spec section 7, `zone/info/lecturer/list`).
 * @throws Refusal 404 for a zone that does not exist, or is of another kind
 */
export async function listZoneLecturers(ctx: PublicContext, { zoneId, limit }: { zoneId?: string; limit: number }) {
  const { db, tenant } = ctx;
  const zone = await findZone(ctx, 6, zoneId);
  if (zoneId && !zone) throw notFound();
  const ofZone = zone && and(eq(zoneItem.enterpriseId, tenant.id), eq(zoneItem.zoneId, zone.id));
  if (!ofZone || (await db.$count(zoneItem, ofZone)) === 0)
    return (await pageLecturers(ctx, { pageCurrent: 1, pageSize: limit })).list;
  const taught = taughtCourses(db, tenant.id);
  const rows = await db
    .select({ row: lecturer, courseCount: taught.courseCount })
    .from(zoneItem)
    .innerJoin(lecturer, and(eq(lecturer.enterpriseId, zoneItem.enterpriseId), eq(lecturer.id, zoneItem.subjectId)))
    .leftJoin(taught, eq(taught.lecturerId, lecturer.id))
    .where(and(ofZone, eq(lecturer.published, true)))
    .orderBy(asc(zoneItem.sort), asc(lecturer.id))
    .limit(limit);
  return rows.map(lecturerCard);
}
