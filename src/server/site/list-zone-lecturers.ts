import { and, asc, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { zoneItem } from './tables.ts';
import { lecturer } from '#src/server/lecturer/tables.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { pageLecturers } from '#src/server/lecturer/page-lecturers.ts';
import { lecturerCard, selectLecturers } from '#src/server/lecturer/select-lecturers.ts';
import { findZone } from './list-zones.ts';

/**
 * Returns lecturers of a zone: the selected ones or, if none are selected, all in the order of the enterprise.
 * @throws AppError 404 when the zone does not exist or has another `relationType`
 */
export async function listZoneLecturers(
  ctx: PublicContext,
  { zoneId, limit }: OperationInput<'GET /system/auth/pc/zone/info/lecturer/list'>,
) {
  const { db, tenant } = ctx;
  const zone = await findZone(ctx, 6, zoneId);
  if (zoneId && !zone) throw notFound();
  const ofZone = zone && and(eq(zoneItem.enterpriseId, tenant.id), eq(zoneItem.zoneId, zone.id));
  if (!ofZone || (await db.$count(zoneItem, ofZone)) === 0)
    return (await pageLecturers(ctx, { pageCurrent: 1, pageSize: limit, sort: 'enterprise' })).list;
  const { rows } = selectLecturers(ctx);
  const found = await rows
    .innerJoin(zoneItem, and(ofZone, eq(zoneItem.subjectId, lecturer.id)))
    .orderBy(asc(zoneItem.sort), asc(lecturer.id))
    .limit(limit);
  return found.map(lecturerCard);
}
